/** A parcel of which its store is still to be told. */
export const REPORT_OPEN = ['waiting', 'sending', 'unknown'] as const;

/** A parcel of which its store is being told, or may have been. */
export const REPORT_SENT = ['sending', 'unknown'] as const satisfies readonly (typeof REPORT_OPEN)[number][];
