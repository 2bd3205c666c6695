import { Button } from '@mantine/core';
import type { ExtensionProblem } from '@quayside/contracts/extension-messages.ts';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { OpenPage } from './open-page.tsx';
import classes from './outside.module.css';
import { ToExtension } from './to-extension.tsx';

interface Props {
  /** silent: it answered once and does not any more. */
  problem: ExtensionProblem | 'silent';
  host: string;
  /** Of the page; opened where only its reader can answer. */
  address: string;
  /** What the page was to tell where it told nothing. */
  nothing?: string;
  onRetry(): void;
}

/** Why the browser extension could not read a page, in words, and what helps. Never an error of ours. */
export function ReadingProblem({ problem, host, address, nothing, onRetry }: Props) {
  const { t } = useTranslation(['saved', 'common']);
  const text =
    problem === 'nothing'
      ? (nothing ?? t('problem.nothing'))
      : t(`problem.${problem}`, { host: `\u2068${host}\u2069` });
  return (
    <div className={classes.problem} role="status">
      <p>{text}</p>
      <div className={classes.actions}>
        {problem === 'nothing' ? null : (
          <Button size="xs" variant="default" leftSection={<RotateCw size={14} aria-hidden />} onClick={onRetry}>
            {t('common:retry')}
          </Button>
        )}
        {problem === 'bad_request' || problem === 'silent' ? (
          <ToExtension />
        ) : problem === 'not_allowed' ? null : (
          <OpenPage address={address} small />
        )}
      </div>
    </div>
  );
}
