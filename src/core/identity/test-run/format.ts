/** How the output of one test runner or checker is read. Patterns are anchored to lines; `summary` and `mark` without their `^`. */
export interface TestFormat {
  runner: string;
  /** Lines with the counts. */
  summary?: RegExp;
  /** Other lines that only this runner prints. Without `summary` and `mark`, the findings themselves are. */
  mark?: RegExp;
  /** Failing tests or findings: the groups of each match, joined. */
  ids: RegExp;
  /** Where the first group of `ids` matches alone, it is the file of the findings below it. */
  headed?: boolean;
  /** Failing tests in other lines, which count where `ids` finds nothing. */
  spare?: RegExp;
  /** Failing files, suites or packages, which are named but not counted. */
  wholes?: RegExp;
  /** Errors of no single test: the groups of each match, joined. */
  errors?: RegExp;
}
