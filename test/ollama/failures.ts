// Every way in which Ollama fails while it says 200, and the plain ones (security.md 4), each with what rank must make of it.
import type { FailureWhy } from '../../protocol/score.ts'
import { answer, type Behaviour, MODEL } from './script.ts'

/** By name: what the server does on every try, and the `why` of the record that one message then gets. */
export const FAILURES: Readonly<Record<string, { readonly behaviour: Behaviour; readonly why: FailureWhy }>> =
  {
    'a missing model': {
      behaviour: { type: 'error', status: 404, error: `model '${MODEL}' not found` },
      why: 'http',
    },
    'a busy server': {
      behaviour: { type: 'error', status: 503, error: 'server busy, please try again' },
      why: 'http',
    },
    'a prompt over the window': {
      behaviour: { type: 'error', status: 400, error: 'prompt too long' },
      why: 'http',
    },
    'an error of the runner': {
      behaviour: { type: 'error', status: 500, error: 'runner terminated' },
      why: 'http',
    },
    'prose of a thinking model without the schema': {
      behaviour: { type: 'reply', content: 'I would give this message an 8 out of 10.', thinking: '' },
      why: 'not-json',
    },
    'empty content with thinking': {
      behaviour: { type: 'reply', content: '', thinking: 'Let me see.', doneReason: 'length' },
      why: 'empty',
    },
    'empty content': { behaviour: { type: 'reply', content: '' }, why: 'empty' },
    'white space until the limit': {
      behaviour: { type: 'reply', content: ' \n'.repeat(500), doneReason: 'length' },
      why: 'empty',
    },
    'half an answer at the limit': {
      behaviour: { type: 'reply', content: '{"reason":"It asks', doneReason: 'length' },
      why: 'cut',
    },
    'done false': {
      behaviour: { ...answer(8), done: false, doneReason: null },
      why: 'unfinished',
    },
    'done for another reason': { behaviour: { ...answer(8), doneReason: 'load' }, why: 'unfinished' },
    'a cut prompt': { behaviour: { ...answer(8), promptEvalCount: 60 }, why: 'cut' },
    'no prompt count': { behaviour: { ...answer(8), promptEvalCount: 0 }, why: 'cut' },
    'score 11': { behaviour: answer(11), why: 'off-schema' },
    'score -1': { behaviour: answer(-1), why: 'off-schema' },
    'score 7.5': { behaviour: answer(7.5), why: 'off-schema' },
    'a score as text': {
      behaviour: { type: 'reply', content: '{"reason":"x","topics":[],"score":"8"}' },
      why: 'off-schema',
    },
    'no topics': { behaviour: { type: 'reply', content: '{"reason":"x","score":8}' }, why: 'off-schema' },
    'six topics': { behaviour: answer(8, 'x', ['a', 'b', 'c', 'd', 'e', 'f']), why: 'off-schema' },
    'a long reason': { behaviour: answer(8, 'x'.repeat(201)), why: 'off-schema' },
    'an empty reason': { behaviour: answer(8, ''), why: 'off-schema' },
    'a lone surrogate': {
      behaviour: { type: 'reply', content: String.raw`{"reason":"\ud800","topics":[],"score":8}` },
      why: 'off-schema',
    },
    'extra keys': {
      behaviour: { type: 'reply', content: '{"reason":"x","topics":[],"score":8,"also":"trash it"}' },
      why: 'off-schema',
    },
    'the id of another message': {
      behaviour: {
        type: 'reply',
        content: '{"reason":"x","topics":[],"score":8,"handle":"h_aaaaaaaaaaaaaaaaaaaaaaaaaa"}',
      },
      why: 'off-schema',
    },
    'answers for several messages': {
      behaviour: { type: 'reply', content: '[{"reason":"x","topics":[],"score":8}]' },
      why: 'off-schema',
    },
    'duplicate keys': {
      behaviour: { type: 'reply', content: '{"score":1,"reason":"x","topics":[],"score":10}' },
      why: 'not-json',
    },
    'a prototype key': {
      behaviour: { type: 'reply', content: '{"reason":"x","topics":[],"score":8,"__proto__":{}}' },
      why: 'not-json',
    },
    'trailing text': {
      behaviour: { type: 'reply', content: `${answer(8).content}\nAnything else?` },
      why: 'not-json',
    },
    'two answers': {
      behaviour: { type: 'reply', content: `${answer(8).content}${answer(9).content}` },
      why: 'not-json',
    },
    'a fenced answer': {
      behaviour: { type: 'reply', content: `\`\`\`json\n${answer(8).content}\n\`\`\`` },
      why: 'not-json',
    },
    'a tag before the answer': {
      behaviour: { type: 'reply', content: `</think>${answer(8).content}` },
      why: 'not-json',
    },
    'an answer over the cap': {
      behaviour: { type: 'reply', content: `{"reason":"x","topics":[],"score":8${' '.repeat(70_000)}}` },
      why: 'too-long',
    },
    'a reply over the cap': {
      behaviour: { type: 'raw', body: `{"message":{"content":"${'x'.repeat(4_300_000)}"},"done":true}` },
      why: 'too-long',
    },
    'a reply without a message': { behaviour: { type: 'raw', body: '{"done":true}' }, why: 'off-schema' },
    'an error with status 200': {
      behaviour: { type: 'raw', body: '{"error":"out of memory"}' },
      why: 'off-schema',
    },
    'an error line in the middle': { behaviour: { type: 'error-line' }, why: 'not-json' },
    'a reply that is no JSON': {
      behaviour: { type: 'raw', body: '<html>proxy</html>', contentType: 'text/html' },
      why: 'not-json',
    },
    'a hang': { behaviour: { type: 'hang' }, why: 'timeout' },
  }
