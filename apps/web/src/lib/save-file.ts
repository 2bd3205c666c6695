/** Downloads CSV text, in one or several parts, as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export function saveFile(name: string, text: string | readonly string[]): void {
  const parts = typeof text === 'string' ? [text] : text;
  const address = URL.createObjectURL(new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
