import { z } from 'zod';

const throttleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number(),
});

const cost = z.object({
  requestedQueryCost: z.number(),
  actualQueryCost: z.number().nullish(),
  throttleStatus: throttleStatus.optional(),
});
export type Cost = z.infer<typeof cost>;

const graphqlError = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional(), requiredAccess: z.string().optional() }).optional(),
});
export type GraphqlError = z.infer<typeof graphqlError>;

/** What every answer of the Admin API looks like, whatever was asked. `errors` is a bare text when the token is refused. */
export const envelope = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.union([z.array(graphqlError), z.string()]).optional(),
  extensions: z.object({ cost: cost.optional() }).optional(),
});
export type Envelope = z.infer<typeof envelope>;
