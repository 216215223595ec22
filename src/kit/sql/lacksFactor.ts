/** Of a session `e` and its account `u`: a second factor was asked for when it was opened, and there is none yet. */
export const LACKS_FACTOR = `
    (e.asks_factor and not exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null))`
