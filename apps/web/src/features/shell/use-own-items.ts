import { useRouter } from '@tanstack/react-router';
import { ListChecks, MessageSquareText, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../../kit/menu.tsx';
import { api } from '../../lib/api.ts';
import type { ScreenPath } from '../../lib/screen-path.ts';
import { leaveFor } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';

/** Goes on to the feedback board, signed in there by our word. A refusal is shown as a toast. */
async function toFeedbackBoard(): Promise<void> {
  const board = await api('POST /auth/sso/featurebase').catch(() => undefined);
  if (board) leaveFor(board.url);
}

/** What the menu of the person holds beside the account: the quick start, the community, and the feedback board where there is one. */
export function useOwnItems(): MenuItem[] {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const { account } = useAccount();
  const to = (path: ScreenPath) => () => void router.navigate({ to: path });
  return [
    { key: 'quick', label: t('quickStart'), icon: ListChecks, run: to('/app/guide-line') },
    { key: 'community', label: t('community'), icon: Users, run: to('/app/community') },
    ...(account?.has_feedback_board
      ? [{ key: 'feedback', label: t('feedback'), icon: MessageSquareText, run: () => void toFeedbackBoard() }]
      : []),
  ];
}
