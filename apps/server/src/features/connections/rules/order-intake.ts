/** Seconds between two looks for orders: often where nothing tells us, seldom as a check on webhooks. */
export const POLL_SECONDS = { polling: 30, webhook: 600 } as const;
/** The same for purchases at suppliers. */
export const SUPPLIER_POLL_SECONDS = { polling: 60, webhook: 600 } as const;
