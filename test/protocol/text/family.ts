// One row of the threat: payloads that try the same thing. Relies on nothing.

/**
 * `control`: how the test proves that the family is dangerous at all. raw: it activates unencoded; nfkc: once something
 * normalises it; shown: it hides or reorders text, which is tested by itself; unmodelled: no renderer here knows the syntax, so only its characters can be tested.
 */
export interface Family {
  readonly name: string
  readonly control: 'raw' | 'nfkc' | 'shown' | 'unmodelled'
  readonly payloads: readonly string[]
}
