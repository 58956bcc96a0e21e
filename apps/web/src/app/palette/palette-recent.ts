import { viewEndpoints } from '@darkroom/contract/view';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { call } from '../../lib/api/api.ts';
import { query } from '../../lib/api/query.ts';

const place = z.object({
  key: z.string(),
  label: z.string(),
  note: z.string(),
  to: z.string().startsWith('/'),
  search: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.number())])),
});

/** The target of an entry: a screen, with the record to open in its URL. */
export type Place = z.output<typeof place>;

const PREFERENCE_KEY = 'palette.recent';
const MAX_RECENT = 7;
const recentSchema = z.object({ places: z.array(place) });

/**
 * Returns the screens and records that the user last opened in the palette, newest first. They are saved in the user's preferences, as
 * columns are.
 */
export function useRecent() {
  const client = useQueryClient();
  const options = query(viewEndpoints.preferences, {});
  const { data } = useQuery(options);
  return useMemo(() => {
    const parsed = recentSchema.safeParse(data?.[PREFERENCE_KEY]);
    const places = parsed.success ? parsed.data.places : [];
    return {
      places,
      remember: (latest: Place) => {
        const shortened = { ...latest, label: latest.label.slice(0, 120), note: latest.note.slice(0, 120) };
        const value = { places: [shortened, ...places.filter(({ key }) => key !== latest.key)].slice(0, MAX_RECENT) };
        client.setQueryData(options.queryKey, (all) => ({ ...all, [PREFERENCE_KEY]: value }));
        // Only a list of shortcuts, so a failure shows no message.
        call(viewEndpoints.setPreference, { key: PREFERENCE_KEY, value }).catch(() => undefined);
      },
    };
    // The key of this query never changes.
  }, [client, data, options.queryKey]);
}
