import type { ChannelCapabilities } from '@quayside/connector-kit';
import { LONGEST_NOTE, LONGEST_TAG, MOST_TAGS } from '@quayside/contracts';

export type NoteCapabilities = Pick<ChannelCapabilities, 'orderNotes' | 'orderTags'>;

/** Of orders created in Quayside, whose store knows nothing of them. */
export const OWN: NoteCapabilities = {
  orderNotes: { kind: 'replace', longest: LONGEST_NOTE },
  orderTags: { most: MOST_TAGS, longest: LONGEST_TAG },
};
