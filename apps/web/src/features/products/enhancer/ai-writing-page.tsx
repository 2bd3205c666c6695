import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { useAccount } from '../../../lib/use-account.ts';
import { ImagesSettings } from '../images/images-settings.tsx';
import { writerQuery, writingQuery } from './enhancer-queries.ts';
import { WriterNote } from './writer-note.tsx';
import { WritingForm } from './writing-form.tsx';
import { WritingRule } from './writing-rule.tsx';

const GUIDE = 'docs/guides/set-up-a-writer.md';
const VARIABLES = 'AI_PROVIDER, AI_MODEL';

/** How the products of the workspace are written: by whom, in which manner, and which of them by themselves. */
export default function AiWritingPage() {
  const { t } = useTranslation('products');
  const { account } = useAccount();
  return (
    <>
      <PageHeader title={t('writing.title')} />
      {account && !account.has_shop ? <WithoutShop /> : <Settings isOperator={account?.is_operator ?? false} />}
    </>
  );
}

/** Who comes by the address: integrations are for who sells (rule B108). */
function WithoutShop() {
  const { t } = useTranslation('products');
  return (
    <EmptyState
      picture={<Cable size={28} strokeWidth={1.5} aria-hidden />}
      title={t('writing.noStore')}
      text={t('writing.noStoreText')}
      action={<LinkButton to="/app/channel">{t('writing.toChannels')}</LinkButton>}
    />
  );
}

function Settings({ isOperator }: { isOperator: boolean }) {
  const { t } = useTranslation('products');
  const { workplaceId } = useAccount();
  const writer = useQuery(writerQuery);
  const writing = useQuery(writingQuery);
  const error = writer.error ?? writing.error;
  if (!writer.data || !writing.data) {
    const again = () => void Promise.all([writer.refetch(), writing.refetch()]);
    return (
      <SettingPage>
        {error ? <ErrorState error={error} onRetry={again} /> : <SkeletonBox width="100%" height={420} />}
      </SettingPage>
    );
  }
  const { is_enable: _on, turned_on_at: _at, turned_on_by: _by, ...set } = writing.data;
  return (
    <SettingPage>
      <SettingCard title={t('writing.who')}>
        <WriterNote writer={writer.data}>
          <Link to="/app/ob-ai-enhancer">{t('enhance.action')}</Link>
        </WriterNote>
        {isOperator ? <SettingNote>{t('writing.setUp', { variables: VARIABLES, guide: GUIDE })}</SettingNote> : null}
      </SettingCard>
      <WritingRule writing={writing.data} writer={writer.data} />
      <ImagesSettings isOperator={isOperator} />
      <WritingForm key={`${workplaceId} ${JSON.stringify(set)}`} set={set} writer={writer.data} />
    </SettingPage>
  );
}
