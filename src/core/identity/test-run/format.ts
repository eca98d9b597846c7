/** How the output of one test runner or checker is read. Patterns are anchored to lines; `summary` and `mark` without their `^`. */
export interface Format {
  runner: string;
  /** Lines that tell the counts. */
  summary?: RegExp;
  /** Other lines that nothing but this runner prints. Without `summary` and `mark`, the findings themselves are such lines. */
  mark?: RegExp;
  /** Failing tests or findings: the groups of each match, joined. */
  ids: RegExp;
  /** The first group of `ids`, where it stands alone, is the file to which the findings below it belong. */
  headed?: boolean;
  /** Failing tests in other lines, which count where `ids` finds nothing. */
  spare?: RegExp;
  /** Failing files, suites or packages: named besides the tests, not counted. */
  wholes?: RegExp;
  /** Errors of no single test: the groups of each match, joined. */
  errors?: RegExp;
}
