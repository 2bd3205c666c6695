import {
  type ExtensionAnswer,
  type ExtensionMessage,
  type ExtensionRequest,
  extensionAnswer,
} from '@quayside/contracts/extension-messages.ts';
import {
  askExtension,
  type ExtensionRuntime,
  extensionRuntime,
  installedExtensions,
  NOT_INSTALLED,
} from './extension.ts';

/** Timeout in milliseconds: the extension may have to load a page in a tab. */
const ANSWER_MS = 45_000;

/**
 * Sends a message to the extension that responded at page load. An unparsable response counts as an unknown message, as
 * from another version.
 */
export async function askInstalled<M extends ExtensionMessage>(
  type: M,
  request: ExtensionRequest<M>,
  {
    ids = installedExtensions.read(),
    runtime = extensionRuntime(),
    wait = ANSWER_MS,
  }: { ids?: readonly string[]; runtime?: ExtensionRuntime | undefined; wait?: number } = {},
): Promise<ExtensionAnswer<M> | typeof NOT_INSTALLED> {
  const [id] = ids;
  if (!id) return NOT_INSTALLED;
  const answer = await askExtension(runtime, id, { type, ...request }, wait);
  if (answer === NOT_INSTALLED) return NOT_INSTALLED;
  const parsed = extensionAnswer(type).safeParse(answer);
  return parsed.success ? (parsed.data as ExtensionAnswer<M>) : { ok: false, problem: 'bad_request' };
}
