import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';

/** Redirects to the partners page that the operator set, else to the plans. The target never comes from the address: no open redirect. */
export default function CampaignPage() {
  const { t } = useTranslation('public');
  const navigate = useNavigate();
  const [partners, setPartners] = useState<string | null>();
  useEffect(() => {
    const stop = new AbortController();
    api('GET /meta', { signal: stop.signal, quiet: true }).then(
      (meta) => setPartners(meta.links.partners),
      () => {
        if (!stop.signal.aborted) setPartners(null);
      },
    );
    return () => stop.abort();
  }, []);
  useEffect(() => {
    if (partners) location.replace(partners);
    else if (partners === null) void navigate({ to: '/public/pricing', replace: true });
  }, [partners, navigate]);
  return (
    <main aria-busy="true">
      <p className="visually-hidden">{t('leading')}</p>
    </main>
  );
}
