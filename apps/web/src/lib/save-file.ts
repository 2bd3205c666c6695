function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Downloads CSV text, in one or several parts. The byte order mark tells spreadsheets that it is UTF-8. */
export const saveFile = (name: string, text: string | readonly string[]): void =>
  save(name, new Blob(['\uFEFF', ...(typeof text === 'string' ? [text] : text)], { type: 'text/csv;charset=utf-8' }));

/** Hands a file of any type to the browser. */
export const saveBytes = (name: string, bytes: Uint8Array<ArrayBuffer>, type: string): void =>
  save(name, new Blob([bytes], { type }));
