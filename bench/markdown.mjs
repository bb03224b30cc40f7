/** A Markdown table with aligned columns, as formatters leave it. */
export function markdownTable(head, rows) {
  const widths = head.map((title, column) => Math.max(3, ...[title, ...rows.map((row) => row[column])].map((cell) => cell.length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
