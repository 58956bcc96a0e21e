import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';

type Fields = Record<string, unknown>;
export type SearchSchema<S extends object = object> = z.ZodType<S, Fields>;

/** Changes a part of the address: a patch merges, `undefined` takes a value out. */
export type SetSearch<S> = (patch: { [N in keyof S]?: S[N] | undefined }, options?: { replace?: boolean }) => void;

/**
 * What of an address's search part a screen's schema knows and accepts, as it was written. A pasted link with one bad
 * value loses that value, not the rest.
 */
export function validSearch(schema: SearchSchema, raw: Fields): Fields {
  const kept: Fields = { ...raw };
  for (let round = 0; round < 3; round += 1) {
    const parsed = schema.safeParse(kept);
    if (parsed.success) return Object.fromEntries(Object.entries(kept).filter(([name]) => name in parsed.data));
    for (const issue of parsed.error.issues) {
      const [name] = issue.path;
      if (typeof name === 'string') delete kept[name];
      else if (issue.code === 'unrecognized_keys') for (const key of issue.keys) delete kept[key];
    }
  }
  return {};
}

/** What an address or a saved view holds, as the screen takes it. */
export const readSearch = <S extends object>(schema: SearchSchema<S>, raw: Fields): S =>
  schema.parse(validSearch(schema, raw));

/**
 * The screen's state as it stands in its address (quality 3): `[search, setSearch]`. The schema comes with the screen's own
 * code, so that a first visit need not load what every other screen's address may carry. A patch merges; `undefined` or a
 * default takes a value out, and so does the schema's refusal. `replace` keeps Back from stepping through every keystroke.
 */
export function useScreenSearch<S extends object>(schema: SearchSchema<S>): [search: S, setSearch: SetSearch<S>] {
  const raw = useRouterState({ select: (state) => state.location.search as Fields });
  const navigate = useNavigate();
  const search = useMemo(() => readSearch(schema, raw), [schema, raw]);
  const setSearch = useCallback<SetSearch<S>>(
    (patch, { replace = false } = {}) => {
      const defaults = schema.safeParse({});
      const plain: Fields = defaults.success ? { ...defaults.data } : {};
      void navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (before: Fields) => {
          const next = validSearch(schema, { ...before, ...patch });
          return Object.fromEntries(Object.entries(next).filter(([name, value]) => !isDefault(value, plain[name])));
        },
      });
    },
    [navigate, schema],
  );
  return [search, setSearch];
}

/** It goes without saying: an address does not hold it. */
export const isDefault = (value: unknown, plain: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (plain !== undefined && JSON.stringify(value) === JSON.stringify(plain));
