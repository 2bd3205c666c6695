import { MessageCircle } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../kit/pop.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import classes from './chat-button.module.css';

const Chat = lazyPart(() => import('./chat.tsx'));

/** The way to the support chat, in the lower corner. */
export default function ChatButton() {
  const { t } = useTranslation('guide');
  return (
    <div className={classes.place}>
      <Pop
        label={t('chat.title')}
        align="end"
        width={380}
        trigger={(props) => (
          <button type="button" className={classes.button} data-hint={t('chat.title')} {...props}>
            <MessageCircle size={20} aria-hidden />
            <span className="visually-hidden">{t('chat.title')}</span>
          </button>
        )}
      >
        {() => (
          <Suspense fallback={null}>
            <Chat />
          </Suspense>
        )}
      </Pop>
    </div>
  );
}
