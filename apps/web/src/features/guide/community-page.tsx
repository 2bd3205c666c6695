import { Button } from '@mantine/core';
import { CircleHelp, ExternalLink, MessageSquareText, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../app/not-found-page.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { api } from '../../lib/api.ts';
import { leaveFor } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import AgencyTrial from './agency-trial.tsx';
import FeedbackList from './feedback-list.tsx';
import classes from './guide.module.css';

/** Where people who use this meet: those places that this installation has. */
export default function CommunityPage() {
  const { t } = useTranslation('guide');
  const { account } = useAccount();
  if (!account) return null;
  const { community, help } = account.links;
  const board = account.has_feedback_board
    ? async () => {
        const answer = await api('POST /auth/sso/featurebase').catch(() => undefined);
        if (answer) leaveFor(answer.url);
      }
    : undefined;
  if (!community && !help && !board && !account.is_agency && !account.is_operator) return <NotFound />;
  return (
    <>
      <PageHeader title={t('community.title')} />
      <ul className={classes.places}>
        {community ? <Place icon={Users} name="talk" href={community} /> : null}
        {board ? <Place icon={MessageSquareText} name="board" run={() => void board()} /> : null}
        {help ? <Place icon={CircleHelp} name="help" href={help} /> : null}
        {account.is_agency ? <AgencyTrial /> : null}
        {account.is_operator ? <FeedbackList /> : null}
      </ul>
    </>
  );
}

type Name = 'talk' | 'board' | 'help';

function Place({ icon: Icon, name, href, run }: { icon: typeof Users; name: Name; href?: string; run?: () => void }) {
  const { t } = useTranslation('guide');
  const label = t(`community.${name}.action`);
  return (
    <li className={classes.step}>
      <span className={classes.mark} aria-hidden>
        <Icon size={16} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>{t(`community.${name}.title`)}</h2>
        <p className={classes.text}>{t(`community.${name}.text`)}</p>
      </div>
      {href ? (
        <Button
          component="a"
          href={href}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<ExternalLink size={14} aria-hidden />}
        >
          {label}
        </Button>
      ) : (
        <Button variant="default" onClick={run}>
          {label}
        </Button>
      )}
    </li>
  );
}
