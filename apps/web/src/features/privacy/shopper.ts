import type { CallBody, CallData } from '../../lib/api.ts';

/** What a shopper is looked up by. */
export type Wanted = CallBody<'POST /privacy/shoppers/export'>;
/** What is held of them. */
export type Shopper = CallData<'POST /privacy/shoppers/find'>;
