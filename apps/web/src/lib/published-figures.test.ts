import { PUBLISHED } from '@quayside/contracts/published-figures.ts';
import { expect, it } from 'vitest';
import { LEAVE_AFTER_MS } from '../app/leave-rule.ts';
import { INSTALL_CLICK_SECONDS } from '../features/embedded/install-click.ts';
import { TOKEN_WAIT_MS } from '../features/embedded/wrapper-bridge.ts';
import { BACK_TO_TOP_PX, HEADER_PX } from '../features/shell/shell-rules.ts';
import { LANGUAGES } from '../i18n/languages.ts';
import {
  BREAKPOINTS_PX,
  COUNTRY_LIST_PX,
  DRAWER_EXIT_MS,
  DRAWER_PX,
  LAZY_NEAR_PX,
  MOBILE_BELOW_PX,
} from '../theme/layout.ts';
import { httpText, STATUS, toastFor } from './answers.ts';
import { TIMEOUT_MS } from './api.ts';
import { ESCAPE_RESTS_MS } from './escape-stack.ts';
import { formatMoney } from './formats.ts';
import { randomId } from './random-id.ts';
import { COOKIE_SECONDS } from './session.ts';
import { ANSWER_TOAST_MS, TOAST_FADE_MS, TOAST_MS } from './toasts.ts';

/** Compares the figures on screens with the specification. */

it('codes, and what shows no toast', () => {
  expect(STATUS).toEqual(PUBLISHED.codes);
  const { silent } = PUBLISHED;
  const toast = (status: number, call = 'POST /x', message = 'words') => toastFor(call, { status, message });
  const quiet = Object.values(PUBLISHED.codes).filter((status) => status !== 200 && toast(status) === undefined);
  expect(quiet.sort()).toEqual([...silent.codes].sort());
  for (const call of silent.calls) expect(toast(STATUS.BAD_REQUEST, call), call).toBeUndefined();
  expect(toast(STATUS.BAD_REQUEST, 'POST /x', silent.message)).toBeUndefined();
  const http = [400, 404, 429, 500, 501, 502, 503, 504, 505, 507, 511];
  expect(http.filter((status) => httpText(status) !== 'unexpected')).toEqual(PUBLISHED.translatedHttp);
});

it('languages', () => expect(LANGUAGES.map((one) => one.code)).toEqual(PUBLISHED.languages));

it('times', () => {
  expect({
    requestTimeout: TIMEOUT_MS,
    leaveAfter: LEAVE_AFTER_MS,
    drawerExit: DRAWER_EXIT_MS,
    escapeRests: ESCAPE_RESTS_MS,
    toast: TOAST_MS,
    answerToast: ANSWER_TOAST_MS,
    toastFade: TOAST_FADE_MS,
    wrapperToken: TOKEN_WAIT_MS,
  }).toEqual(PUBLISHED.ms);
  expect(COOKIE_SECONDS).toBe(PUBLISHED.cookieDays * 24 * 3600);
  expect(INSTALL_CLICK_SECONDS).toBe(PUBLISHED.installClickMinutes * 60);
});

it('measures', () => {
  expect({
    header: HEADER_PX,
    mobileBelow: MOBILE_BELOW_PX,
    breakpoints: BREAKPOINTS_PX,
    drawer: DRAWER_PX,
    backToTopAfter: BACK_TO_TOP_PX,
    lazyNear: LAZY_NEAR_PX,
    countryList: COUNTRY_LIST_PX,
  }).toEqual(PUBLISHED.px);
});

it('a missing price, and the length of a random id', () => {
  expect(formatMoney(undefined, 'USD', 'en')).toBe(PUBLISHED.currencies.missing);
  expect(randomId()).toHaveLength(PUBLISHED.randomIdLength);
});
