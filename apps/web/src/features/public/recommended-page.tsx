import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { SettingCard } from '../../kit/setting-card.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { useMeta } from '../auth/index.ts';
import classes from './landing.module.css';
import { PublicFrame } from './public-frame.tsx';

/** Apps that go well with this one: those whose address the operator has set. */
export default function RecommendedPage() {
  const { t } = useTranslation('public');
  const meta = useMeta();
  if (!meta)
    return (
      <PublicFrame title={t('apps.title')}>
        <div aria-busy="true">
          <SkeletonLine width={200} height={16} />
        </div>
      </PublicFrame>
    );
  const { researcher, extension_chrome, extension_edge } = meta.links;
  const apps = [
    { key: 'researcher', url: researcher },
    { key: 'chrome', url: extension_chrome },
    { key: 'edge', url: extension_edge },
  ] as const;
  const known = apps.filter((app) => app.url !== null);
  if (known.length === 0) return <NotFoundPage />;
  return (
    <PublicFrame title={t('apps.title')}>
      <h1 className={classes.title}>{t('apps.title')}</h1>
      <p className={classes.text}>{t('apps.text')}</p>
      <div className={classes.apps}>
        {known.map((app) => (
          <SettingCard
            key={app.key}
            title={t(`apps.${app.key}.title`)}
            note={t(`apps.${app.key}.text`)}
            actions={
              <Button component="a" href={app.url ?? ''} target="_blank" rel="noreferrer" variant="default">
                {app.key === 'researcher' ? t('apps.open') : t('apps.install')}
              </Button>
            }
          >
            {null}
          </SettingCard>
        ))}
      </div>
    </PublicFrame>
  );
}
