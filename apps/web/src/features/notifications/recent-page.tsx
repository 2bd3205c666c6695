import { NotificationList } from './notifications-page.tsx';

/** What happened in the last days. */
export default function RecentPage() {
  return <NotificationList recent />;
}
