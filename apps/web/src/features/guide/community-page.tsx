import { Button } from '@mantine/core';
import { CircleHelp, ExternalLink, GitPullRequest, Keyboard, MessageSquareText, Sparkles, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { api } from '../../lib/api.ts';
import { leaveFor } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import AgencyTrial from './agency-trial.tsx';
import FeedbackList from './feedback-list.tsx';
import classes from './guide.module.css';
import ReportProblem from './report-problem.tsx';

/** Answers and contacts for owners: the pages that every installation has, and the addresses that the operator set. */
export default function CommunityPage() {
  const { t } = useTranslation('guide');
  const { account } = useAccount();
  if (!account) return null;
  const { community, help } = account.links;
  const toBoard = async () => {
    const answer = await api('POST /auth/sso/featurebase').catch(() => undefined);
    if (answer) leaveFor(answer.url);
  };
  const article = (name: string, label: string) => (
    <LinkButton to="/app/help/$article" params={{ article: name }} variant="default">
      {label}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('community.title')} />
      <ul className={classes.places}>
        {community ? (
          <Place icon={Users} name="talk">
            <Outside href={community} label={t('community.talk.action')} />
          </Place>
        ) : null}
        {account.has_feedback_board ? (
          <Place icon={MessageSquareText} name="board">
            <Button variant="default" onClick={() => void toBoard()}>
              {t('community.board.action')}
            </Button>
          </Place>
        ) : null}
        <Place icon={CircleHelp} name="help">
          {help ? (
            <Outside href={help} label={t('community.help.action')} />
          ) : (
            <LinkButton to="/app/help" variant="default">
              {t('community.help.action')}
            </LinkButton>
          )}
        </Place>
        {/* These articles are part of this version. An operator's help center does not have them. */}
        {help ? null : (
          <>
            <Place icon={Sparkles} name="news">
              {article('changelog', t('community.news.action'))}
            </Place>
            <Place icon={Keyboard} name="keys">
              {article('keyboard-shortcuts', t('community.keys.action'))}
            </Place>
          </>
        )}
        <ReportProblem />
        {help ? null : (
          <Place icon={GitPullRequest} name="contribute">
            {article('contributing', t('community.contribute.action'))}
          </Place>
        )}
        {account.is_agency ? <AgencyTrial /> : null}
        {account.is_operator ? <FeedbackList /> : null}
      </ul>
    </>
  );
}

function Outside({ href, label }: { href: string; label: string }) {
  return (
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
  );
}

type Name = 'talk' | 'board' | 'help' | 'news' | 'keys' | 'contribute';

function Place({ icon: Icon, name, children }: { icon: typeof Users; name: Name; children: ReactNode }) {
  const { t } = useTranslation('guide');
  return (
    <li className={classes.step}>
      <span className={classes.mark} aria-hidden>
        <Icon size={16} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>{t(`community.${name}.title`)}</h2>
        <p className={classes.text}>{t(`community.${name}.text`)}</p>
      </div>
      {children}
    </li>
  );
}
