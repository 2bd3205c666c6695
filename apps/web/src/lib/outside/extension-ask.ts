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

/** A page may be opened in a tab of its own to be read: that takes as long as it takes to load. */
const ANSWER_MS = 45_000;

/**
 * Asks the extension that answered at the start of this page. What it says is parsed: an answer that is not understood is a
 * message that was not understood, as with an extension of another age.
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
