import { ENHANCED_FIELDS, type EnhancedField, type PROPOSAL_STATES } from '@quayside/contracts';
import type { EnhancedText, Facts } from './enhanced-text.ts';
import { forbiddenIn } from './forbidden-words.ts';
import { escaped } from './read-html.ts';
import { unknownNumbers } from './unknown-numbers.ts';

export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** A proposed field with its snapshot. */
export interface ProposedField {
  before: string;
  after: string;
  state: ProposalState;
  unknown_numbers: string[];
  /** Absent in proposals from before block lists. */
  forbidden_words?: string[];
}
export type ProposedFields = Partial<Record<EnhancedField, ProposedField>>;

/** Fields the writer would change, with warnings for review. */
export function getProposal(
  before: EnhancedText,
  after: Partial<EnhancedText>,
  facts: Facts,
  forbidden: readonly string[] = [],
): ProposedFields {
  const fields: ProposedFields = {};
  for (const field of ENHANCED_FIELDS) {
    const text = after[field];
    if (text === undefined || text === before[field]) continue;
    const html = field === 'description_html' ? text : escaped(text);
    fields[field] = {
      before: before[field],
      after: text,
      state: 'open',
      unknown_numbers: unknownNumbers(html, facts),
      forbidden_words: forbiddenIn(html, forbidden),
    };
  }
  return fields;
}

/** The product's text differs from the starting point, so someone edited it since. */
export const isStale = ({ before, after, state }: ProposedField, now: string): boolean =>
  now !== (state === 'accepted' ? after : before);

export interface Change {
  fields: ProposedFields;
  /** Changes to the product. */
  words: Partial<EnhancedText>;
  done: EnhancedField[];
  /** Edited since and left alone. */
  kept: EnhancedField[];
}

function change(
  fields: ProposedFields,
  now: EnhancedText,
  wanted: readonly EnhancedField[],
  from: (field: ProposedField) => boolean,
  to: ProposalState,
  text: (field: ProposedField) => string,
): Change {
  const result: Change = { fields: { ...fields }, words: {}, done: [], kept: [] };
  for (const name of ENHANCED_FIELDS) {
    const field = fields[name];
    if (!field || !wanted.includes(name) || !from(field)) continue;
    if (isStale(field, now[name])) {
      result.kept.push(name);
      continue;
    }
    result.fields[name] = { ...field, state: to };
    result.words[name] = text(field);
    result.done.push(name);
  }
  return result;
}

/**
 * Accepts proposed fields if the product still has the text shown to the writer; undone ones can be accepted again.
 * `unread`: bulk mode without review skips undone fields and those with warnings.
 */
export const accept = (
  fields: ProposedFields,
  now: EnhancedText,
  wanted: readonly EnhancedField[],
  unread = false,
): Change => {
  const from = ({ state, unknown_numbers: numbers, forbidden_words: words = [] }: ProposedField) =>
    unread ? state === 'open' && numbers.length === 0 && words.length === 0 : state !== 'accepted';
  return change(fields, now, wanted, from, 'accepted', (field) => field.after);
};

/** Restores accepted fields from the snapshot if the product still has the written text. */
export const undo = (
  fields: ProposedFields,
  now: EnhancedText,
  wanted: readonly EnhancedField[] = ENHANCED_FIELDS,
): Change =>
  change(
    fields,
    now,
    wanted,
    ({ state }) => state === 'accepted',
    'undone',
    (field) => field.before,
  );
