/** A picture in a document; any format that the picture reader knows. */
export interface PdfPicture {
  bytes: Uint8Array;
  caption?: string;
}

export interface PdfText {
  text: string;
  isBold?: boolean;
  isMuted?: boolean;
  /** In points; 9.5 unless given. */
  size?: number;
}

/** A cell of a table: a text, texts below each other, or a picture. */
export type PdfCell = string | readonly (string | PdfText)[] | { picture: Uint8Array | null };

export interface PdfColumn {
  title: string;
  /** Share of the width. */
  weight: number;
  /** Numbers go to the end. */
  isEnd?: boolean;
}

/** What a document is made of. Each text is laid out in its own direction, blocks in the document's. */
export type PdfBlock =
  | { kind: 'heading'; text: string; level?: 1 | 2 }
  | ({ kind: 'text' } & PdfText)
  /** Labels with their values, in one or more columns. */
  | { kind: 'facts'; items: readonly { label: string; value: string }[]; columns?: number }
  /** Blocks beside each other. */
  | { kind: 'columns'; columns: readonly (readonly PdfBlock[])[]; weights?: readonly number[] }
  /** The head is repeated on each page; a row is never cut. */
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly PdfCell[])[] }
  /** Amounts in the half of the page where numbers end. */
  | { kind: 'sums'; rows: readonly { label: string; value: string; isBold?: boolean }[] }
  | { kind: 'picture'; picture: PdfPicture; maxWidth: number; maxHeight: number }
  | { kind: 'pictures'; pictures: readonly PdfPicture[]; columns: number }
  | { kind: 'rule' }
  | { kind: 'space'; height: number };

export interface PdfDocument {
  title: string;
  /** Language of the document; Arabic is laid out from right to left. */
  language: string;
  size?: 'A4' | 'LETTER';
  /** Each starts on a page of its own and has its own page numbers. */
  sections: readonly { blocks: readonly PdfBlock[]; footer?: string }[];
  /** Text with the number of a page, at its foot. */
  pageLabel: (page: number, pages: number) => string;
  /** Time of creation, part of the file. */
  createdAt: string;
}

const cellTexts = (cell: PdfCell): string[] =>
  typeof cell === 'string'
    ? [cell]
    : 'picture' in cell
      ? []
      : cell.map((one) => (typeof one === 'string' ? one : one.text));

/** All texts of blocks: the fonts that they need are loaded before anything is drawn. */
export function textsIn(blocks: readonly PdfBlock[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'heading':
      case 'text':
        return [block.text];
      case 'facts':
        return block.items.flatMap(({ label, value }) => [label, value]);
      case 'columns':
        return block.columns.flatMap(textsIn);
      case 'table':
        return [...block.columns.map(({ title }) => title), ...block.rows.flatMap((row) => row.flatMap(cellTexts))];
      case 'sums':
        return block.rows.flatMap(({ label, value }) => [label, value]);
      case 'picture':
        return [block.picture.caption ?? ''];
      case 'pictures':
        return block.pictures.map(({ caption }) => caption ?? '');
      default:
        return [];
    }
  });
}

/** All pictures of blocks. */
export function picturesIn(blocks: readonly PdfBlock[]): Uint8Array[] {
  return blocks.flatMap((block): Uint8Array[] => {
    switch (block.kind) {
      case 'columns':
        return block.columns.flatMap(picturesIn);
      case 'table':
        return block.rows.flatMap((row) =>
          row.flatMap((cell) => (typeof cell === 'object' && 'picture' in cell && cell.picture ? [cell.picture] : [])),
        );
      case 'picture':
        return [block.picture.bytes];
      case 'pictures':
        return block.pictures.map(({ bytes }) => bytes);
      default:
        return [];
    }
  });
}
