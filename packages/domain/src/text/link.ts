/** A host with a dot. Address bars hide the scheme, so people copy links without it. */
const WITHOUT_SCHEME = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

/** Returns a link as saved: `drive.google.com/x` is completed to https, others stay unchanged. */
export const completeLink = (link: string): string => (WITHOUT_SCHEME.test(link) ? `https://${link}` : link);

/** True if a completed link can be opened: http or https (quality 20). */
export const isWebLink = (link: string | null | undefined): link is string => /^https?:\/\/\S+$/i.test(link ?? '');
