import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { TOAST_FADE_MS, type Toast, toastStore } from '../lib/toasts.ts';
import classes from './toasts.module.css';

const ICONS = { success: CircleCheck, warning: TriangleAlert, error: CircleAlert, info: Info };

/** A toast: 3 s, or 5 s for a server message, paused while hovered or focused, then a fade of half a second. */
function ToastView({ toast }: { toast: Toast }) {
  const { t } = useTranslation('common');
  const [held, setHeld] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const Icon = ICONS[toast.kind];

  useEffect(() => {
    if (held) return;
    const wait = setTimeout(() => setLeaving(true), leaving ? 0 : toast.ms);
    return () => clearTimeout(wait);
  }, [held, leaving, toast.ms]);
  useEffect(() => {
    if (!leaving) return;
    const gone = setTimeout(() => toastStore.remove(toast.id), TOAST_FADE_MS);
    return () => clearTimeout(gone);
  }, [leaving, toast.id]);

  const hold = () => {
    setHeld(true);
    setLeaving(false);
  };
  return (
    <li
      className={classes.toast}
      data-kind={toast.kind}
      data-leaving={leaving || undefined}
      onPointerEnter={hold}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {toast.title ? <div className={classes.title}>{toast.title}</div> : null}
        {toast.text}
      </div>
      {toast.action ? (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toast.action?.run();
            toastStore.remove(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button type="button" className={classes.close} aria-label={t('close')} onClick={() => setLeaving(true)}>
        <X size={16} aria-hidden />
      </button>
    </li>
  );
}

const PLACES = ['top', 'bottom'] as const;

/** All toasts, announced to screen readers. */
export function Toasts() {
  const list = useSyncExternalStore(toastStore.watch, toastStore.list);
  return (
    <div role="status" aria-live="polite">
      {PLACES.map((place) => (
        <ol key={place} className={classes.list} data-place={place}>
          {list
            .filter((toast) => (toast.placement ?? 'bottom') === place)
            .map((toast) => (
              <ToastView key={toast.id} toast={toast} />
            ))}
        </ol>
      ))}
    </div>
  );
}
