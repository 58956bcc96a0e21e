import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { setDevice, useDevice } from '../../lib/device.ts';
import { useLockReason } from '../../lib/session/locks.ts';
import type { ScreenAction } from '../../lib/screen-actions.ts';
import { useCan } from '../../lib/session/session.ts';
import type { Place } from './palette-recent.ts';
import { isListed } from '../screen.ts';
import { toScreenUrl, screens, toScreenSearch } from '../screens.ts';
import { useSignOut } from '../layout/use-sign-out.ts';

export interface Entry {
  key: string;
  label: string;
  note: string;
  /** Texts that the search matches. */
  names: readonly string[];
  /** The single key with the same effect. */
  shortcut?: string | undefined;
  /** The screen or record that the entry opens. The palette remembers it. */
  place?: Place;
  /** The reason why the action is not possible now. */
  blockedReason?: string | undefined;
  run: () => void;
}

/** A found record with its names and its URL. */
export type FoundRecord = Place & { names: readonly string[] };

/** Returns a function that creates an entry for a screen or record. */
export function useEntryBuilder(): (found: Place & { names?: readonly string[] }) => Entry {
  const navigate = useNavigate();
  return useCallback(
    ({ names, ...place }) => ({
      key: place.key,
      label: place.label,
      note: place.note,
      names: names ?? [place.label],
      place,
      run: () => void navigate({ to: place.to, search: place.search }),
    }),
    [navigate],
  );
}

/** Returns a function: true if the user can open the screen of an entry. */
export function useCanOpen(): (to: string) => boolean {
  const can = useCan();
  return useCallback((to) => screens.some(({ path, access }) => path === to.split('?')[0] && can(access)), [can]);
}

export function useScreenEntries(): Entry[] {
  const { t } = useTranslation('menu');
  const can = useCan();
  const toEntry = useEntryBuilder();
  return useMemo(
    () =>
      screens
        .filter((screen) => can(screen.access) && isListed(screen, 'staff'))
        .flatMap((screen) => {
          const { path, area } = screen;
          const name = t(screen.label);
          const note = area === 'home' ? '' : t(`areas.${area}`);
          const key = `screen-${toScreenUrl(screen)}`;
          const names = [name, `${note} ${name}`, path];
          return [
            toEntry({ key, label: name, note, to: path, search: toScreenSearch(screen), names }),
            ...(screen.parts ?? []).map((at) =>
              toEntry({ key: `${key}-${at}`, label: t(`parts.${at}`), note: name, to: path, search: { at } }),
            ),
          ];
        }),
    [t, can, toEntry],
  );
}

/** Returns the actions on the open record that the user has permission for, with the reason if a lock stops an action. */
export function useRecordActionEntries(offered: readonly ScreenAction[]): Entry[] {
  const can = useCan();
  const getLockReason = useLockReason();
  return useMemo(
    () =>
      offered
        .filter(({ call }) => can(call.access))
        .map(({ key, label, call, shortcut, run }) => {
          const blockedReason = getLockReason(call) ?? undefined;
          return {
            key: `open-${key}`,
            label,
            note: blockedReason ?? '',
            names: [label],
            shortcut,
            blockedReason,
            run,
          };
        }),
    [offered, can, getLockReason],
  );
}

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
      note: '',
      names: [label],
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
      entry('password', t('menu:changePassword'), () => void navigate({ to: '/account/information' })),
      entry('sign-out', t('menu:signOut'), signOut),
    ];
  }, [t, i18n, language, keyboard, navigate, signOut]);
}
