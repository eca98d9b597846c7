/** Of what every JavaScript host has besides the language: the one function that core uses. It is pure. */
declare function structuredClone<T>(value: T): T;
