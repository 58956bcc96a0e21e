import { jobEndpoints } from '@darkroom/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setDevice, useDevice } from '../lib/device.ts';
import { foldMarks } from '../ui/filter-bar-fold.ts';
import { useFormat } from '../lib/format.ts';
import { query } from '../lib/query.ts';
import { useMay } from '../lib/session.ts';
import { addressOf, screens, searchOf } from './screens.ts';
import { useSignOut } from './use-sign-out.ts';

/** One line of the palette. `search` is what typed words are looked for in. */
export interface Entry {
  key: string;
  label: string;
  note?: string;
  search: string;
  run: () => void;
}

const SEARCH_AFTER_MS = 200;
const SHORTEST_SEARCH = 2;
const MOST_JOBS = 8;

/** Screens one may open. */
export function useScreenEntries(): Entry[] {
  const { t } = useTranslation('menu');
  const may = useMay();
  const navigate = useNavigate();
  return useMemo(
    () =>
      screens
        .filter((screen) => may(screen.access))
        .map((screen) => ({
          key: `screen-${addressOf(screen)}`,
          label: t(screen.label),
          note: screen.area === 'home' ? '' : t(`areas.${screen.area}`),
          search: `${t(screen.label)} ${t(`areas.${screen.area}`)} ${screen.path}`,
          run: () => void navigate({ to: screen.path, search: searchOf(screen) }),
        })),
    [t, may, navigate],
  );
}

/** What one can do from anywhere. */
export function useActionEntries(): Entry[] {
  const { t, i18n } = useTranslation(['menu', 'common']);
  const { keyboard } = useDevice();
  const language = i18n.resolvedLanguage;
  const navigate = useNavigate();
  const signOut = useSignOut();
  return useMemo(() => {
    const entry = (key: string, label: string, run: () => void): Entry => ({
      key: `action-${key}`,
      label,
      search: label,
      run,
    });
    const languages = { vi: 'Tiếng Việt', en: 'English' };
    const other = language === 'vi' ? 'en' : 'vi';
    return [
      ...(['light', 'dark', 'system'] as const).map((theme) =>
        entry(`theme-${theme}`, t('menu:palette.theme', { name: t(`common:theme.${theme}`) }), () =>
          setDevice('theme', theme),
        ),
      ),
      entry('language', t('menu:palette.language', { name: languages[other] }), () => void i18n.changeLanguage(other)),
      entry('keyboard', t(`menu:palette.keyboard_${keyboard === 'on' ? 'off' : 'on'}`), () =>
        setDevice('keyboard', keyboard === 'on' ? 'off' : 'on'),
      ),
      entry('password', t('menu:change_password'), () => void navigate({ to: '/account/information' })),
      entry('sign-out', t('menu:sign_out'), signOut),
    ];
  }, [t, i18n, language, keyboard, navigate, signOut]);
}

/** Jobs whose number, name or customer holds the text; asked of the server a moment after the last key. */
export function useJobEntries(text: string): { entries: Entry[]; state: 'idle' | 'searching' | 'failed' } {
  const may = useMay();
  const navigate = useNavigate();
  const { day } = useFormat();
  const wanted = text.trim();
  const settled = useSettled(wanted, SEARCH_AFTER_MS);
  const mayList = may(jobEndpoints.list.access);
  const enabled = mayList && isSearch(settled);
  const { data, isFetching, isError } = useQuery({
    ...query(jobEndpoints.list, { text: settled.slice(0, 100), page_size: MOST_JOBS }),
    enabled,
  });
  const entries = useMemo(
    () =>
      (enabled && data ? data.results : []).map((job) => ({
        key: `job-${job.job_id}`,
        label: `${job.prod_id} · ${job.job_name}`,
        note: day(job.job_date),
        search: '',
        run: () => void navigate({ to: '/job', search: { job_id: job.job_id, open: job.job_id } }),
      })),
    [enabled, data, day, navigate],
  );
  const searching = (enabled && isFetching) || (mayList && isSearch(wanted) && wanted !== settled);
  return { entries, state: searching ? 'searching' : enabled && isError ? 'failed' : 'idle' };
}

const isSearch = (text: string) => foldMarks(text).length >= SHORTEST_SEARCH;

function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
