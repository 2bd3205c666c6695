import type { ExtensionProblem } from '@quayside/contracts/extension-messages.ts';
import { useTranslation } from 'react-i18next';
import { NOT_INSTALLED } from '../../lib/outside/extension.ts';

/** An answer of the extension that is not what was asked for. */
type Refusal = typeof NOT_INSTALLED | { ok: false; problem: ExtensionProblem };

/** Why the extension did not do what it was asked, and what helps. The texts are those of `extension`. */
export function useProblemWords(): (refusal: Refusal) => string {
  const { t } = useTranslation('extension');
  return (refusal) => t(`problem.${refusal === NOT_INSTALLED ? 'silent' : refusal.problem}`);
}
