import { ENHANCED_FIELDS, type EnhancedField, type PROPOSAL_STATES } from '@quayside/contracts';
import { forbiddenIn } from './forbidden-words.ts';
import { escaped } from './read-html.ts';
import { unknownNumbers } from './unknown-numbers.ts';
import type { Facts, Words } from './words.ts';

export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** One field of a proposal, with the snapshot of what stood there. */
export interface ProposedField {
  before: string;
  after: string;
  state: ProposalState;
  unknown_numbers: string[];
  /** Absent where the proposal was made before there were any. */
  forbidden_words?: string[];
}
export type ProposedFields = Partial<Record<EnhancedField, ProposedField>>;

/** What is proposed: the fields that the writer would change, and what is to be looked at in each. */
export function proposalOf(
  before: Words,
  after: Words,
  facts: Facts,
  forbidden: readonly string[] = [],
): ProposedFields {
  const fields: ProposedFields = {};
  for (const field of ENHANCED_FIELDS) {
    if (after[field] === before[field]) continue;
    fields[field] = {
      before: before[field],
      after: after[field],
      state: 'open',
      unknown_numbers: unknownNumbers(after[field], facts),
      forbidden_words: forbiddenIn(field === 'title' ? escaped(after.title) : after[field], forbidden),
    };
  }
  return fields;
}

/** The product's text is not what accepting or undoing starts from: somebody changed it since. */
export const isStale = ({ before, after, state }: ProposedField, now: string): boolean =>
  now !== (state === 'accepted' ? after : before);

export interface Change {
  fields: ProposedFields;
  /** What becomes of the product. */
  words: Partial<Words>;
  done: EnhancedField[];
  /** Changed by somebody since, and left so. */
  kept: EnhancedField[];
}

function change(
  fields: ProposedFields,
  now: Words,
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
 * Takes proposed fields over where the product still holds what the writer was shown. An undone one can be accepted again.
 * `unread`: among many at once, where nobody looks at each: only what nobody undid, and what has nothing to be looked at.
 */
export const accept = (
  fields: ProposedFields,
  now: Words,
  wanted: readonly EnhancedField[],
  unread = false,
): Change => {
  const from = ({ state, unknown_numbers: numbers, forbidden_words: words = [] }: ProposedField) =>
    unread ? state === 'open' && numbers.length === 0 && words.length === 0 : state !== 'accepted';
  return change(fields, now, wanted, from, 'accepted', (field) => field.after);
};

/** Puts accepted fields back to the snapshot where the product still holds what was written. */
export const undo = (fields: ProposedFields, now: Words, wanted: readonly EnhancedField[] = ENHANCED_FIELDS): Change =>
  change(
    fields,
    now,
    wanted,
    ({ state }) => state === 'accepted',
    'undone',
    (field) => field.before,
  );
