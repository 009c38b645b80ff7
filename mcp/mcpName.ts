// The name of an operation as the name of a tool, and back: MCP clients take letters, digits, "_" and "-". Pure. Relies on
// OPERATION having at most one dot and no "_".
import { OPERATION } from '../protocol/call.ts'

/** "mail.list" is "mail_list". */
export const mcpName = (operation: string): string => operation.replace('.', '_')

/** The operation that a tool's name means; undefined where it can be none. */
export function operationName(tool: string): string | undefined {
  if (tool.includes('.')) return undefined
  const name = tool.replace('_', '.')
  return OPERATION.test(name) ? name : undefined
}
