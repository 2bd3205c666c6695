import './theme/boot.css';
import '@fontsource-variable/inter/wght.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { IdentityPrompt } from './app/identity-prompt.tsx';
import { leave } from './app/leave.ts';
import { router } from './app/router.tsx';
import { ToastList } from './app/toasts.tsx';
import { startI18n } from './i18n/index.ts';
import { connectApi } from './lib/api.ts';
import { confirmIdentity } from './lib/confirm-identity.ts';
import { loadConnectors } from './lib/connectors.ts';
import { startKeyboard } from './lib/keyboard.ts';
import { shownIn } from './lib/shown-in.ts';
import { ANSWER_TOAST_MS, toast, toastStore } from './lib/toasts.ts';
import { startTooltips } from './lib/tooltips.ts';
import { theme } from './theme/theme.ts';

const FACE_MS = 400;

/** The text face was asked for with the page; waiting for it a moment spares every text its jump. */
function textFace(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, FACE_MS));
  return Promise.race([document.fonts.load('400 14px "Inter Variable"'), late]);
}

const NAMES_MS = 2_000;

/** Names of suppliers and stores come with the first screen; a server that is slow to tell them does not hold it up for long. */
const connectorsInTime = (): Promise<unknown> =>
  Promise.race([loadConnectors().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, NAMES_MS))]);

async function start(): Promise<void> {
  const mode = shownIn(document, window);
  const language = mode ? await (await import('./features/embedded/start-mode.ts')).startMode(mode) : undefined;
  const texts = startI18n(['common', 'errors'], language);
  connectApi({
    toast: (kind, text, key) => toast(kind, text, { ms: ANSWER_TOAST_MS, about: key }),
    settled: (key) => toastStore.settle(key),
    leave,
    text: (key) => i18next.t(`errors:${key}`),
    locale: () => i18next.language,
    confirmIdentity,
  });
  const connectors = connectorsInTime();
  startKeyboard();
  startTooltips();
  // Code and texts of the first screen travel together.
  await Promise.all([texts, router.load(), textFace(), connectors]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app.');
  // As a transition, the first render leaves the main thread free for input between its parts.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <DirectionProvider>
          <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
            <RouterProvider router={router} />
            <IdentityPrompt />
            <ToastList />
          </MantineProvider>
        </DirectionProvider>
      </StrictMode>,
    ),
  );
  // Faces for Arabic and Chinese are declared when the page is quiet; the browser fetches only letters in use.
  if (i18next.language === 'zh-CN') await import('./theme/fonts-sc.ts');
  else setTimeout(() => void import('./theme/fonts-sc.ts').catch(() => undefined), 4000);
}

void start();
