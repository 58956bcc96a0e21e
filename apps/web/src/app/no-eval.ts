import { z } from 'zod';

// zod tests whether it can compile its checks, which the security policy forbids and the browser reports. Imported first, so that the
// setting applies before the first schema.
z.config({ jitless: true });
