import { ConnectorError } from '@quayside/connector-kit';
import { AppError, type MessageParams } from '@quayside/kernel';
import { toProblem } from './connector-problem.ts';

/** Why a list of a store could not be read, as a message with a solution. undefined: an error that isn't expected. */
export function listFault(error: unknown, name: string): { key: string; params: MessageParams } | undefined {
  if (error instanceof AppError) return { key: error.messageKey, params: { ...error.params, name } };
  if (!(error instanceof ConnectorError)) return undefined;
  const { key, params = {} } = toProblem(error, name);
  return { key: key === 'OUTSIDE_REFUSED' ? 'STORE_LIST_REFUSED' : key, params };
}
