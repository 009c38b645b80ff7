// Files that are no runs: what is changed in a run that is fine, and what is said of it. Relies on badRuns.ts for that run.

/** Title; what stands in BASE and what is put there instead; what is said, STAGES for every stage there is. */
export const BAD_FILES: readonly (readonly [string, readonly [string, string], string])[] = [
  [
    'an anchor',
    ['name: receipts', 'name: &a receipts'],
    'line 2, column 9 of the run: the file has an anchor (&); wanted one document of maps, lists and plain values, each written where it belongs',
  ],
  [
    'an alias',
    ['name: receipts', 'name: *a'],
    'line 2, column 9 of the run: the file has an alias (*); wanted one document of maps, lists and plain values, each written where it belongs',
  ],
  [
    'a tag',
    ['limit: 500', 'limit: !!int 500'],
    'line 7, column 10 of the run: the file has a tag (!); wanted one document of maps, lists and plain values, each written where it belongs',
  ],
  [
    'a merge key',
    ['  limit: 500', '  <<: { limit: 500 }'],
    'line 7, column 3 of the run: the file has a merge key (<<); wanted each key written where it belongs',
  ],
  [
    'a key twice',
    ['  limit: 500', '  limit: 500\n  limit: 100'],
    'line 8, column 3 of the run: the file has the key "limit" twice; wanted each key once',
  ],
  [
    'a second document',
    ['pipeline:', '---\npipeline:'],
    'line 8, column 1 of the run: the file begins a second document; wanted one document of maps, lists and plain values, each written where it belongs',
  ],
  [
    'a directive',
    ['run:', '%YAML 1.1\n---\nrun:'],
    'line 1, column 1 of the run: the file has a directive; wanted none but "%YAML 1.2"',
  ],
  [
    'a byte order mark',
    ['run:', '\uFEFFrun:'],
    'line 1, column 1 of the run: the file has a byte order mark; wanted text without control, invisible or direction characters',
  ],
  [
    'a direction mark',
    ['-> Receipts', '-> \u202EReceipts'],
    'line 23, column 25 of the run: the file has the character U+202E; wanted text without control, invisible or direction characters',
  ],
  [
    'an escaped control character',
    ['collection.add -> Receipts', '"collection.add -> \\u001bReceipts"'],
    'line 23, column 7 of the run: the file has the character U+001B; wanted text without control, invisible or direction characters',
  ],
  [
    'a key that is a number',
    ['      engine: rules', '      1: rules'],
    'line 11, column 7 of the run: the file has a key that is no text; wanted a word before ":"',
  ],
  [
    'a key marked by ?',
    ['  limit: 500', '  ? limit\n  : 500'],
    'line 7, column 3 of the run: the file has a key that is marked by "?"; wanted one document of maps, lists and plain values, each written where it belongs',
  ],
  [
    'a hexadecimal number',
    ['limit: 500', 'limit: 0x1F4'],
    'line 7, column 10 of the run: the file has a number of another form; wanted a decimal number, or text in quotes',
  ],
  [
    'a tab before a key',
    ['  limit: 500', '\tlimit: 500'],
    'line 7, column 1 of the run: the file is indented by a tab; wanted blanks',
  ],
  [
    'deny indented too deep',
    ['  deny:', '    deny:'],
    'line 25, column 1 of the run: the file is indented otherwise than what it belongs to; wanted the keys of one table in one column',
  ],
  [
    'deny indented by one blank',
    ['  deny:', ' deny:'],
    'line 25, column 1 of the run: the file is indented otherwise than what it belongs to; wanted the keys of one table in one column',
  ],
  [
    'deny not indented',
    ['  deny: [expunge, trash]\n  rate: 200/h', '  rate: 200/h\ndeny: [expunge, trash]'],
    'line 26, column 1 of the run: unknown key "deny"; wanted "deny" indented under "apply:"',
  ],
  [
    'deny within a step',
    ['    spool: true\n', '    spool: true\n    deny: [trash]\n'],
    'line 21, column 5 of the run: unknown key "deny" in pipeline #3; wanted "deny" indented under "apply:"',
  ],
  [
    'a value with a colon',
    ['query: collection:INBOX', 'query: collection: INBOX'],
    'line 6, column 10 of the run: the file has a key behind a value; wanted one key a line, or the value in quotes',
  ],
  [
    'nesting without end',
    ['engine: rules', 'engine: [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]'],
    'line 11, column 24 of the run: the file is nested too deep; wanted at most 12 levels',
  ],
  [
    'a name that YAML takes for a number',
    ['name: receipts', 'name: 123'],
    'line 2, column 9 of the run: run.name is the number 123; wanted a name such as "receipts"; as text it stands in quotes: "123"',
  ],
  [
    'a name in capitals',
    ['name: receipts', 'name: Receipts'],
    'line 2, column 9 of the run: run.name is "Receipts"; wanted a name such as "receipts"',
  ],
  [
    'an unknown key',
    ['  when: manual', '  wen: manual'],
    'line 4, column 3 of the run: unknown key "wen" in run; wanted one of name, backend, when',
  ],
  [
    'an unknown time',
    ['when: manual', 'when: hourly'],
    'line 4, column 9 of the run: run.when is "hourly"; wanted "manual" or "daily HH:MM"',
  ],
  [
    'no limit',
    ['  limit: 500\n', ''],
    'line 5, column 1 of the run: view.limit is missing; wanted a whole number from 1 to 100000',
  ],
  [
    'a limit of words',
    ['limit: 500', 'limit: all'],
    'line 7, column 10 of the run: view.limit is "all"; wanted a whole number from 1 to 100000',
  ],
  [
    'a limit past the cap',
    ['limit: 500', 'limit: 100001'],
    'line 7, column 10 of the run: view.limit is the number 100001; wanted a whole number from 1 to 100000',
  ],
  [
    'an unknown expansion',
    ['limit: 500', 'limit: 500\n  expand: all'],
    'line 8, column 11 of the run: view.expand is "all"; wanted one of "none", "thread"',
  ],
  [
    'a stage without a version',
    ['uses: extract@1', 'uses: extract'],
    'line 9, column 11 of the run: pipeline #1.uses is "extract"; wanted STAGE@VERSION, for example extract@1',
  ],
  [
    'an empty deny',
    ['deny: [expunge, trash]', 'deny:'],
    'line 25, column 8 of the run: apply.deny is empty; wanted a list, for example [expunge, trash]',
  ],
  [
    'a deny that is a text',
    ['deny: [expunge, trash]', 'deny: trash'],
    'line 25, column 9 of the run: apply.deny is "trash"; wanted a list, for example [expunge, trash]',
  ],
  [
    'an unknown verb',
    ['deny: [expunge, trash]', 'deny: [expunge, delete]'],
    'line 25, column 19 of the run: apply.deny #2 is "delete"; wanted one of collection.add, collection.remove, flag.add, flag.remove, trash, expunge, draft, send, and where it goes, for example "collection.add -> Receipts"',
  ],
  [
    'a rule with another arrow',
    ['collection.add -> Receipts', 'collection.add => Receipts'],
    'line 23, column 7 of the run: apply.auto #1 is "collection.add => Receipts"; wanted one of collection.add, collection.remove, flag.add, flag.remove, trash, expunge, draft, send, and where it goes, for example "collection.add -> Receipts"',
  ],
  [
    'a rate a day',
    ['200/h', '200/d'],
    'line 26, column 9 of the run: apply.rate is "200/d"; wanted a number an hour, for example 200/h',
  ],
  [
    'a spool that is a word',
    ['spool: true', 'spool: yes'],
    'line 20, column 12 of the run: pipeline #3.spool is "yes"; wanted true or false',
  ],
  [
    'an unknown projection',
    ['[envelope, body]', '[envelope, text]'],
    'line 16, column 47 of the run: pipeline #2.in.mail.project #2 is "text"; wanted one of "envelope", "body", "attachments", "headers", "raw"',
  ],
  [
    'a projection twice',
    ['[envelope, body]', '[body, body]'],
    'line 16, column 36 of the run: pipeline #2.in.mail.project is a list; wanted each part once',
  ],
  [
    'a source that is none',
    ['from: extract.records', 'from: extract'],
    'line 15, column 24 of the run: pipeline #2.in.records.from is "extract"; wanted "view" or STEP.PORT, for example "extract.records"',
  ],
]
