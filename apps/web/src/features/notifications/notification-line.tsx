import type { Notification } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { AREA_ICONS, getTone } from './labels.ts';
import classes from './notification-line.module.css';

/** Names shown of the things that a notification stands for. */
const NAMES = 3;

/** One notification: what it is about by its icon and colour, what happened, why, and whether it is new. */
export function NotificationLine({ notice, when }: { notice: Notification; when?: boolean }) {
  const { t } = useTranslation('notifications');
  const { timeAgo, dateTime } = useFormats();
  const now = useNow();
  const Icon = AREA_ICONS[notice.area];
  const names = notice.count > 1 ? notice.names.slice(0, NAMES) : [];
  return (
    <span className={classes.line} data-unread={!notice.is_read || undefined}>
      <span className={classes.icon} data-tone={getTone(notice.kind)}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.text} dir="auto">
          {notice.is_read ? null : <span className="visually-hidden">{t('unread')}: </span>}
          {notice.text}
        </span>
        {notice.detail ? (
          <span className={classes.note} dir="auto">
            {notice.detail}
          </span>
        ) : null}
        {names.length > 0 ? (
          <span className={classes.note}>
            <bdi>{names.join(', ')}</bdi>
            {notice.count > names.length ? ' …' : ''}
          </span>
        ) : null}
        {when || notice.is_sandbox ? (
          <span className={classes.foot}>
            {when ? <span title={dateTime(notice.at)}>{timeAgo(notice.at, now)}</span> : null}
            {notice.is_sandbox ? <SandboxTag /> : null}
          </span>
        ) : null}
      </span>
      {notice.is_read ? null : <span className={classes.dot} aria-hidden="true" />}
    </span>
  );
}
