export interface Choice {
  value: string;
  label: string;
  /** Secondary text at the end: a count, a code. */
  note?: string;
  /** URL of a small round image before the label. */
  image?: string;
  /** Shown only in search results. */
  rare?: boolean;
}

/** Choices whose label, value or note contains the search text, ignoring case (rule B198). */
export function matching(choices: readonly Choice[], search: string): readonly Choice[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (!wanted) return choices.filter(({ rare }) => !rare);
  return choices.filter((one) =>
    [one.label, one.value, one.note ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
}
