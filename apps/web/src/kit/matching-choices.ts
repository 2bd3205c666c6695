export interface Choice {
  value: string;
  label: string;
  /** Quiet words at the end: a count, a code. */
  note?: string;
  /** Address of a small round picture before the label. */
  image?: string;
  /** Shown only when it is searched for. */
  rare?: boolean;
}

/** The choices that a search means: a part of the label, the value or the note, in any case of letters (rule B198). */
export function matching(choices: readonly Choice[], search: string): readonly Choice[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (!wanted) return choices.filter(({ rare }) => !rare);
  return choices.filter((one) =>
    [one.label, one.value, one.note ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
}
