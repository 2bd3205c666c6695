/** Poll intervals for orders in seconds: short without webhooks, long as a backup. */
export const POLL_SECONDS = { polling: 30, webhook: 600 } as const;
/** The same for purchases at suppliers. */
export const SUPPLIER_POLL_SECONDS = { polling: 60, webhook: 600 } as const;
