/** A host with a dot, as people copy it from an address bar that hides the scheme. */
const WITHOUT_SCHEME = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

/** A link as it is kept: `drive.google.com/x` is completed to https, anything else stays as it is. */
export const completeLink = (link: string): string => (WITHOUT_SCHEME.test(link) ? `https://${link}` : link);

/** Whether a completed link is one that may be opened: http or https (quality 20). */
export const isWebLink = (link: string | null | undefined): link is string => /^https?:\/\/\S+$/i.test(link ?? '');
