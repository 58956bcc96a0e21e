/** Dictionaries that come in one file, which is called as no dictionary is: what everybody begins with, and what nearly every list says. */
export const BUNDLES = {
  first: ['common', 'errors', 'auth', 'menu'],
  lists: ['status', 'notice', 'field', 'table', 'task', 'record', 'export'],
} as const;

export type Bundle = keyof typeof BUNDLES;

/** The file in which a dictionary is fetched: one of its own, or one that it shares. */
export function fileOf(namespace: string): string {
  const shared = Object.entries(BUNDLES).find(([, held]) => (held as readonly string[]).includes(namespace));
  return shared?.[0] ?? namespace;
}

/** A shared file's text, made of its dictionaries. */
export const bundle = (name: Bundle, read: (namespace: string) => string): string =>
  JSON.stringify(Object.fromEntries(BUNDLES[name].map((namespace) => [namespace, JSON.parse(read(namespace))])));

const answers = new Map<string, Promise<Response>>();

/** Fetches a dictionary's file once for all that it holds; one that did not come is asked for again. */
async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  const answer = answers.get(url) ?? fetch(url, init);
  answers.set(url, answer);
  try {
    const response = await answer;
    if (!response.ok) answers.delete(url);
    return response.clone();
  } catch (error) {
    answers.delete(url);
    throw error;
  }
}

/** How i18next's backend finds a dictionary, alone in its file or beside others. */
export const DICTIONARIES = {
  loadPath: (languages: string[], namespaces: string[]) =>
    `/locales/${languages[0]}/${fileOf(namespaces[0] ?? '')}.json`,
  alternateFetch: fetchOnce,
  parse: (data: string, _languages?: string | string[], namespaces?: string | string[]) => {
    const namespace = [namespaces].flat()[0] ?? '';
    const words = JSON.parse(data) as Record<string, object>;
    return fileOf(namespace) === namespace ? words : (words[namespace] ?? {});
  },
};
