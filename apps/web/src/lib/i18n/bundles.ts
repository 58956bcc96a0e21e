/** Dictionaries that share a file: those of the start, and those of nearly every list. A file's name differs from all dictionary names. */
export const BUNDLES = {
  first: ['common', 'errors', 'auth', 'menu'],
  lists: ['status', 'notification', 'field', 'table', 'task', 'record', 'export'],
} as const;

export type Bundle = keyof typeof BUNDLES;

/** Returns the file of a dictionary: its own or a shared file. */
export function getDictionaryFile(namespace: string): string {
  const shared = Object.entries(BUNDLES).find(([, dictionaries]) =>
    (dictionaries as readonly string[]).includes(namespace),
  );
  return shared?.[0] ?? namespace;
}

/** Creates the text of a shared file from its dictionaries. */
export const buildBundle = (name: Bundle, read: (namespace: string) => string): string =>
  JSON.stringify(Object.fromEntries(BUNDLES[name].map((namespace) => [namespace, JSON.parse(read(namespace))])));

const pendingFetches = new Map<string, Promise<Response>>();

/** Fetches a dictionary's file once for all its dictionaries. After a failure it is fetched again. */
async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  const answer = pendingFetches.get(url) ?? fetch(url, init);
  pendingFetches.set(url, answer);
  try {
    const response = await answer;
    if (!response.ok) pendingFetches.delete(url);
    return response.clone();
  } catch (error) {
    pendingFetches.delete(url);
    throw error;
  }
}

/** Lets i18next's backend find a dictionary in its own file or in a shared file. */
export const DICTIONARIES = {
  loadPath: (languages: string[], namespaces: string[]) =>
    `/locales/${languages[0]}/${getDictionaryFile(namespaces[0] ?? '')}.json`,
  alternateFetch: fetchOnce,
  parse: (data: string, _languages?: string | string[], namespaces?: string | string[]) => {
    const namespace = [namespaces].flat()[0] ?? '';
    const words = JSON.parse(data) as Record<string, object>;
    return getDictionaryFile(namespace) === namespace ? words : (words[namespace] ?? {});
  },
};
