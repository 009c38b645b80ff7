// Renderers that ship without types, as far as the oracles use them.
declare module 'commonmark' {
  export class Parser {
    parse(text: string): unknown
  }
  export class HtmlRenderer {
    render(tree: unknown): string
  }
}
declare module 'showdown' {
  export class Converter {
    setFlavor(name: string): void
    makeHtml(text: string): string
  }
}
declare module 'markdown-it-12' {
  export default class MarkdownIt {
    constructor(options: object)
    render(text: string): string
  }
}
declare module 'markdown-it-14' {
  export default class MarkdownIt {
    constructor(options: object)
    render(text: string): string
  }
}
