/** The one function that core uses of what every JavaScript host has besides the language. It is pure. */
declare function structuredClone<T>(value: T): T;
