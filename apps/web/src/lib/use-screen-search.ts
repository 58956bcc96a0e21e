import { useMatch, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';

type Fields = Record<string, unknown>;
export type SearchSchema<S extends object = object> = z.ZodType<S, Fields>;

/** Changes URL parameters: a patch merges, `undefined` removes a value. */
export type SetSearch<S> = (patch: { [N in keyof S]?: S[N] | undefined }, options?: { replace?: boolean }) => void;

/**
 * Returns the URL parameters that a screen's schema accepts, as written. If a pasted link has one invalid value, only that value is
 * removed.
 */
export function dropInvalidParams(schema: SearchSchema, raw: Fields): Fields {
  const valid: Fields = { ...raw };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const parsed = schema.safeParse(valid);
    if (parsed.success) return Object.fromEntries(Object.entries(valid).filter(([name]) => name in parsed.data));
    for (const issue of parsed.error.issues) {
      const [name] = issue.path;
      if (typeof name === 'string') delete valid[name];
      else if (issue.code === 'unrecognized_keys') for (const key of issue.keys) delete valid[key];
    }
  }
  return {};
}

/** Parses URL parameters or a saved view for the screen. */
export const parseSearch = <S extends object>(schema: SearchSchema<S>, raw: Fields): S =>
  schema.parse(dropInvalidParams(schema, raw));

/**
 * Returns the screen's state in its URL (quality 3): `[search, setSearch]`. A patch merges and removes `undefined`, default and rejected
 * values. With `replace`, keystrokes add no history entries. The schema is part of the screen's code, which loads on demand.
 */
export function useScreenSearch<S extends object>(schema: SearchSchema<S>): [search: S, setSearch: SetSearch<S>] {
  // The location changes before the matches, so a pressed choice shows immediately. A left screen does not read the next parameters.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const raw = useRouterState({
    select: (state) => (state.location.pathname === pathname ? state.location : state.matches.at(-1)!).search as Fields,
  });
  const router = useRouter();
  const search = useMemo(() => parseSearch(schema, raw), [schema, raw]);
  const setSearch = useCallback<SetSearch<S>>(
    (patch, { replace = false } = {}) => {
      // A search typed just before a link is pressed does not change the next screen.
      if (router.latestLocation.pathname !== pathname) return;
      const defaultValues: Fields = { ...schema.safeParse({}).data };
      void router.navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (before: Fields) => {
          const next = dropInvalidParams(schema, { ...before, ...patch });
          return Object.fromEntries(
            Object.entries(next).filter(([name, value]) => !isDefault(value, defaultValues[name])),
          );
        },
      });
    },
    [pathname, router, schema],
  );
  return [search, setSearch];
}

/** True if a value is a default, which the URL leaves out. */
export const isDefault = (value: unknown, defaultValue: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (defaultValue !== undefined && JSON.stringify(value) === JSON.stringify(defaultValue));
