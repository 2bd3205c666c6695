/** Hands a document to the browser as a JSON file. */
function saveJson(name: string, document_: object): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

interface ExportPart {
  file_name: string;
  document: Record<string, unknown>;
  next_cursor: string | null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads an export part by part and saves it as one file. Saves nothing when a part fails: half an export looks whole. */
export async function saveExport(read: (cursor: { cursor?: string }) => Promise<ExportPart>): Promise<void> {
  const first = await read({});
  const orders = [...listOf(first.document.orders)];
  const sentTo = new Set(listOf(first.document.address_sent_to));
  for (let cursor = first.next_cursor; cursor; ) {
    const part = await read({ cursor });
    orders.push(...listOf(part.document.orders));
    for (const supplier of listOf(part.document.address_sent_to)) sentTo.add(supplier);
    cursor = part.next_cursor;
  }
  saveJson(first.file_name, { ...first.document, is_complete: true, address_sent_to: [...sentTo], orders });
}
