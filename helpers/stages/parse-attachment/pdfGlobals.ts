// What pdf.js looks for while it is loaded, for drawing: nothing here draws. Imported before it, for its effect.

/** Names that the platform lacks, which stand for nothing now. */
export const undrawn = ['DOMMatrix', 'ImageData', 'Path2D'].filter(name => !(name in globalThis))
for (const name of undrawn)
  Object.defineProperty(globalThis, name, { value: function undrawable() {}, configurable: true })
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { language: 'en-US', platform: '', userAgent: '' },
  })
