// Runs that are refused before anything starts, though their files are in order: what is changed in a run that is fine, and what is said of
// it. Relies on checkSite.ts for the stages, the accounts and the actors there are.

/** A run that is fine. */
export const BASE = `run:
  name: receipts
  backend: home
  when: manual
view:
  query: collection:INBOX
  limit: 500
pipeline:
  - uses: extract@1
    with:
      engine: rules
      schema: { type: object, properties: { amount: { type: string, maxLength: 9 } } }
  - uses: grounding-check@1
    in:
      records: { from: extract.records }
      mail: { from: view, project: [envelope, body] }
  - uses: reason@1
    in:
      records: { from: grounding-check.records }
    spool: true
apply:
  auto:
    - collection.add -> Receipts
    - flag.add -> seen
  deny: [expunge, trash]
  rate: 200/h
`
/** Title; what stands in BASE and what is put there instead; what is said, STAGES for every stage there is. */
export const BAD_RUNS: readonly (readonly [string, readonly [string, string], string])[] = [
  [
    'an account that is none',
    ['backend: home', 'backend: work'],
    'line 3, column 12 of the run: the account work is none of twin.toml; wanted one of home',
  ],
  [
    'a query that is wrong',
    ['query: collection:INBOX', 'query: what?'],
    'line 6, column 10 of the run: the query is wrong at column 1; wanted a term',
  ],
  [
    'a stage that is not there',
    ['uses: extract@1', 'uses: extrakt@1'],
    'line 9, column 11 of the run: the step extrakt uses the stage extrakt@1, which is not there; wanted one of STAGES',
  ],
  [
    'a version that is not there',
    ['uses: extract@1', 'uses: extract@2'],
    'line 9, column 11 of the run: the step extract uses the stage extract@2, which is not there; wanted one of extract@1',
  ],
  [
    'a stage of the brief',
    ['uses: extract@1', 'uses: rank@1'],
    "line 9, column 11 of the run: the step rank uses the stage rank@1, whose manifest has a port mail of the format envelope-or-item, which is no run's; wanted one of STAGES",
  ],
  [
    'a step with the name of another',
    ['  - uses: reason@1', '  - uses: reason@1\n    name: extract'],
    'line 18, column 11 of the run: the step extract has the name of an earlier step; wanted a "name" of its own',
  ],
  [
    'a step named view',
    ['  - uses: reason@1', '  - uses: reason@1\n    name: view'],
    'line 18, column 11 of the run: the step view has the name of what all steps take from; wanted another "name"',
  ],
  [
    'a port that is none',
    ['      records: { from: extract.records }', '      record: { from: extract.records }'],
    'line 15, column 15 of the run: the step grounding-check has no input record; wanted one of records and mail',
  ],
  [
    'a dangling source',
    ['from: extract.records', 'from: extract.record'],
    'line 15, column 24 of the run: the step grounding-check takes extract.record, which is no port of that step; wanted one of records',
  ],
  [
    'a step that is none',
    ['from: extract.records', 'from: extrakt.records'],
    'line 15, column 24 of the run: the step grounding-check takes from extrakt, which is no step; wanted "view", or a port of extract',
  ],
  [
    'a step that comes later',
    ['from: extract.records', 'from: reason.decisions'],
    'line 15, column 24 of the run: the step grounding-check takes from reason in a cycle; wanted "view", or a port of extract',
  ],
  [
    'itself as its source',
    ['from: extract.records', 'from: grounding-check.records'],
    'line 15, column 24 of the run: the step grounding-check takes from grounding-check in a cycle; wanted "view", or a port of extract',
  ],
  [
    'a cycle',
    ['    with:\n', '    in: { mail: { from: grounding-check.records } }\n    with:\n'],
    'line 10, column 25 of the run: the step extract takes from grounding-check in a cycle; wanted "view": no step stands before it',
  ],
  [
    'an input without a source',
    ['      mail: { from: view, project: [envelope, body] }\n', ''],
    'line 14, column 5 of the run: the step grounding-check has nothing for its input mail; wanted "mail: {from: …}" under "in"',
  ],
  [
    'a format that does not fit',
    ['mail: { from: view, project: [envelope, body] }', 'mail: { from: extract.records }'],
    'line 16, column 21 of the run: the step grounding-check gets the format record, one a message for its input mail; wanted the format message, one a message',
  ],
  [
    'records from the view',
    ['records: { from: extract.records }', 'records: { from: view }'],
    'line 15, column 24 of the run: the step grounding-check takes the format record at records, which no view has; wanted an output of an earlier step',
  ],
  [
    'a projection of what is no view',
    ['{ from: extract.records }', '{ from: extract.records, project: [body] }'],
    'line 15, column 50 of the run: the step grounding-check projects what does not come from the view; wanted "project" only beside "from: view"',
  ],
  [
    'two outputs and no "in"',
    ['    in:\n      records: { from: grounding-check.records }\n', ''],
    'line 17, column 5 of the run: the step reason has no "in", and the step before it puts out grounding-check.records and grounding-check.sources; wanted an "in" that says which',
  ],
  [
    'two inputs and no "in"',
    [
      '    in:\n      records: { from: extract.records }\n      mail: { from: view, project: [envelope, body] }\n',
      '',
    ],
    'line 13, column 5 of the run: the step grounding-check has no "in", and its inputs are records and mail; wanted an "in" that says which gets what',
  ],
  [
    'no schema',
    ['      schema: {', '      scheme: {'],
    'line 10, column 5 of the run: the step extract has no schema for its output records; wanted with.schema, the schema of the records',
  ],
  [
    'a schema that is none',
    ['maxLength: 9', 'maxlength: 9'],
    'line 12, column 80 of the run: the step extract has the unknown key "maxlength" in its schema, at with.schema.properties.amount; wanted what a schema of records has',
  ],
  [
    'a schema of too many records',
    [
      '{ type: object, properties: { amount: { type: string, maxLength: 9 } } }',
      '{ type: array, maxItems: 101, items: { type: boolean } }',
    ],
    'line 12, column 40 of the run: the step extract wants too many records of one message; wanted at most 100',
  ],
  [
    'decisions without a schema',
    ['apply:', '  - uses: schema-validate@1\n    in: { records: { from: reason.decisions } }\napply:'],
    'line 22, column 28 of the run: the step schema-validate takes reason.decisions, which that step does not put out without its schema under "with"; wanted drafts',
  ],
  [
    'an actor that is none',
    ['  - uses: reason@1', '  - uses: reason@1\n    actor: nobody'],
    'line 18, column 12 of the run: the step reason names the actor nobody, of which twin.toml knows nothing; wanted [actors.nobody] in twin.toml, or writer, or small, or agent, or cloud',
  ],
  [
    'an actor where none is taken',
    ['    in:\n      records: { from: extract', '    actor: small\n    in:\n      records: { from: extract'],
    'line 14, column 12 of the run: the step grounding-check takes no actor; wanted no "actor"',
  ],
  [
    'a program where only a model is taken',
    ['    with:\n', '    actor: agent\n    with:\n'],
    'line 10, column 12 of the run: the step extract starts no program; wanted an actor with a model',
  ],
  [
    'a spool that the stage does not ask for',
    ['    in:\n      records: { from: extract', '    spool: true\n    in:\n      records: { from: extract'],
    'line 14, column 12 of the run: the step grounding-check is given a spool, which its stage does not ask for; wanted no "spool"',
  ],
  [
    'a spool without apply',
    [
      'apply:\n  auto:\n    - collection.add -> Receipts\n    - flag.add -> seen\n  deny: [expunge, trash]\n  rate: 200/h\n',
      '',
    ],
    'line 20, column 12 of the run: the step reason is given a spool, and the run has no "apply": no spool exists; wanted an "apply", or no "spool"',
  ],
  [
    'a spool of which all is denied',
    [
      'deny: [expunge, trash]',
      'deny: [collection.add, collection.remove, flag.add, flag.remove, trash, expunge]',
    ],
    'line 20, column 12 of the run: the step reason may propose collection.add, collection.remove, flag.add, flag.remove, trash and expunge, all of which the run denies; wanted no "spool", or less under "deny"',
  ],
  [
    'bits accepted where nothing leaves',
    ['    spool: true', '    accept_bits: 9\n    spool: true'],
    'line 20, column 18 of the run: the step reason accepts bits, and nothing leaves through it; wanted no "accept_bits"',
  ],
  [
    'mail and a way out',
    [
      '    in:\n      records: { from: grounding-check.records }',
      '    actor: cloud\n    in:\n      records: { from: grounding-check.records }\n      mail: { from: view }',
    ],
    'line 21, column 13 of the run: the step reason breaks rule 1: it may reach api.example.org:443, files.example.org:443 and takes mail at mail; wanted one step that reads mail and none that has both mail, or text without a bound, and a way out',
  ],
  [
    'text without a bound and a way out',
    [
      ', maxLength: 9 } } }\n  - uses: grounding-check@1\n    in:\n      records: { from: extract.records }\n      mail: { from: view, project: [envelope, body] }\n  - uses: reason@1',
      ' } } }\n  - uses: grounding-check@1\n    in:\n      records: { from: extract.records }\n      mail: { from: view, project: [envelope, body] }\n  - uses: reason@1\n    actor: cloud',
    ],
    'line 20, column 16 of the run: the step reason breaks rule 1: it may reach api.example.org:443, files.example.org:443 and takes text without a bound at records; wanted one step that reads mail and none that has both mail, or text without a bound, and a way out',
  ],
  [
    'free text and a way out',
    ['  - uses: reason@1', '  - uses: reason@1\n    actor: cloud'],
    'line 17, column 5 of the run: the step reason lets out up to 181 bits of each message, and "accept_bits" is missing; wanted "accept_bits: 181", or records that carry less',
  ],
  [
    'free text and too few bits',
    ['  - uses: reason@1', '  - uses: reason@1\n    actor: cloud\n    accept_bits: 180'],
    'line 19, column 18 of the run: the step reason lets out up to 181 bits of each message, and "accept_bits" is 180; wanted "accept_bits: 181", or records that carry less',
  ],
  [
    'a collection that is not named',
    ['- collection.add -> Receipts', '- collection.add'],
    'line 23, column 7 of the run: "collection.add" names no collection; wanted "collection.add -> COLLECTION"',
  ],
  [
    'a target where there is none',
    ['[expunge, trash]', '[expunge -> INBOX]'],
    'line 25, column 10 of the run: "expunge -> INBOX" cannot be meant: expunge takes no target; wanted another rule for expunge',
  ],
  [
    'a flag that is a verb',
    ['flag.add -> seen', 'flag.add -> trashed'],
    'line 24, column 7 of the run: "flag.add -> trashed" cannot be meant: the flag "trashed" is no flag that can be set or taken away; wanted another rule for flag.add',
  ],
  [
    'a rule in auto and deny',
    ['[expunge, trash]', '[flag.add]'],
    'line 24, column 7 of the run: "flag.add -> seen" is denied by the same run; wanted it in "auto" or in "deny"',
  ],
  [
    'a rule twice',
    ['- flag.add -> seen', '- collection.add -> Receipts'],
    'line 24, column 7 of the run: "collection.add -> Receipts" stands there twice; wanted each rule once',
  ],
  [
    'a draft without draft-lint',
    ['- flag.add -> seen', '- draft'],
    'line 24, column 7 of the run: "draft" would do what no step may propose; wanted a step draft-lint with "spool: true"',
  ],
  [
    'what the account cannot do',
    ['- flag.add -> seen', '- send'],
    'line 24, column 7 of the run: "send" is what the account cannot do; wanted what the account can do: nothing is emulated',
  ],
  [
    'a draft that nobody linted',
    ['apply:', '  - uses: onward@1\n    in: { drafts: { from: reason.drafts } }\n    spool: true\napply:'],
    'line 23, column 12 of the run: the step onward would spool a draft that nobody has linted; wanted a step draft-lint, which alone may',
  ],
  [
    'an output of two ports',
    [
      '    in:\n      records: { from: extract',
      '    output: ~/x.md\n    in:\n      records: { from: extract',
    ],
    'line 14, column 13 of the run: the step grounding-check writes a file, and puts out records and sources; wanted a step with one output, for example schema-validate',
  ],
  [
    'an output without a whole path',
    ['    with:\n', '    output: x.md\n    with:\n'],
    'line 10, column 13 of the run: the step extract writes a file whose path is not whole; wanted a path from "/" or "~/" that ends in .jsonl or .md, with {date} for the day',
  ],
  [
    'an output that goes up',
    ['    with:\n', '    output: ~/../x.md\n    with:\n'],
    'line 10, column 13 of the run: the step extract writes a file whose path goes up, or nowhere; wanted a path from "/" or "~/" that ends in .jsonl or .md, with {date} for the day',
  ],
  [
    'an output of another kind',
    ['    with:\n', '    output: ~/x.html\n    with:\n'],
    'line 10, column 13 of the run: the step extract writes a file whose path has another ending; wanted a path from "/" or "~/" that ends in .jsonl or .md, with {date} for the day',
  ],
  [
    'an output with another placeholder',
    ['    with:\n', '    output: "~/{time}.md"\n    with:\n'],
    'line 10, column 13 of the run: the step extract writes a file whose path has a placeholder that is not {date}; wanted a path from "/" or "~/" that ends in .jsonl or .md, with {date} for the day',
  ],
]
