# Encours, English.
# Rules: no exclamation mark, capital on the first word only, buttons in the imperative.
# Counts ($n, $total…) carry their groups and choose the plural; what has decimals or a unit arrives as text.
# One section per place, keys in alphabetical order in each section, both files in the same order.

## Everywhere

absent-meaningless = n.m.
absent-not-allowed = not allowed
absent-not-allowed-scope = not allowed (scope { $scope })
absent-not-applicable = not applicable
absent-not-provided = not provided
absent-not-provided-short = n/p
absent-not-seen-again = not seen again
absent-undocumented = undocumented
absent-unknown-here = unknown here
app-name = Encours
badge-demo = Demo
more-below = ↓ { $n } more
no = no
class-none = no class
deal-unnamed = (no name)
# In French the word agrees with what was read.
read-ago = { $of ->
   *[m] read
} { $ago } ago
read-now = { $of ->
   *[m] just read
}
status-none = No status
owner-none = no owner
owner-none-short = nobody
owner-stranger = No deal has this owner yet: check the name.
owner-stranger-near = No deal has this owner yet. Did you mean { $name }?
quoted = “{ $text }”
more-actions = More actions
scroll-bar = Scroll – { $of }
settings-language-size = Language and size
settings-accent = Accent
settings-accent-own = own colour, { $colour }
settings-looks = Theme
settings-of-window = User, theme, language and size
accent-amber = amber
accent-blue = blue
accent-graphite = graphite
accent-green = green
accent-rose = rose
accent-teal = teal
accent-violet = violet
theme-dark = dark
    .also = night, black, dim
theme-high-contrast = high contrast
    .also = strong contrast, accessibility, low vision
theme-light = light
    .also = day, white, bright
theme-mono = mono, no colour
    .also = monochrome, black and white, greyscale, grayscale, no colour
theme-name = Theme:
theme-system = as the system
    .also = automatic, follow the system
total = total
yes = yes

## Buttons

button-cancel = Cancel
button-clear = Clear
button-clear-filter = Clear filter
button-filter-before = Restore filter
button-close = Close
button-mend = Correct
button-new-deal = New deal
button-filter = Filter
button-read = Read
button-retry = Retry
button-create = Create
button-save = Save
button-move = Move
button-recreate = Recreate
button-see = See
button-show-all = Show all
button-show-less = Show less
button-undo = Undo

## Units and dates

date-at-time = { $date } at { $time }
day-today = Today
day-yesterday = Yesterday
month-april = April
month-august = August
month-december = December
month-february = February
month-january = January
month-july = July
month-june = June
month-march = March
month-may = May
month-november = November
month-october = October
month-september = September
unit-day = d
unit-hour = h
unit-minute = min
unit-second = s
weekday-friday = Friday
weekday-monday = Monday
weekday-saturday = Saturday
weekday-sunday = Sunday
weekday-thursday = Thursday
weekday-tuesday = Tuesday
weekday-wednesday = Wednesday

## Keys

key-backspace = Backspace
key-delete = Del
key-down = Down
key-end = End
key-enter = Enter
key-esc = Esc
key-home = Home
key-left = Left
key-pagedown = PgDn
key-pageup = PgUp
key-right = Right
key-shift = Shift
key-space = Space
key-tab = Tab
key-up = Up

## Screens

screen-activity = Activity
    .also = queue, writes, conflicts, journal, requests, outbox, connection, token, offline, rate limit, pause, synchronisation, errors, sending, sync, history of writes
screen-activity-short = Activity
screen-deal = Deal
    .also = record, panel, details, deal sheet
screen-explorer = Explorer
    .also = lists, routes, API, fields, records, resources, data, browse
screen-explorer-short = Expl.
screen-notifications = Notifications
    .also = inbox, triage, alerts, mark read, snooze, star, similar, watched identifiers, messages, mail
screen-notifications-short = Notif.
screen-pipeline = Pipeline
    .also = deals, kanban, board, columns, statuses, my deals, cards, list of deals, home, funnel, stages
screen-portfolio = Portfolio
    .also = summary, totals, nominal, breakdowns, charts, checks, concentration, outstanding, overview, statistics, stats, figures
screen-portfolio-short = Portfolio
screen-tasks = Tasks
    .also = kanban, prep, to do, due dates, task list, todo, agenda, deadlines
screen-views = Views
    .also = saved views, dashboards

## Status line

status-as-of = as of { $at }
status-as-of-day = as of { $at }
status-refused = reading the deals refused
status-because = { $what }: { $why }
status-why-there = { $what } ({ $key } says why)
status-unread = reading the deals failed
status-held = { $n } kept here
status-held-so-far = { $n } read so far, the service may hold more
status-held-so-far-short = { $n } so far
conflict-count = × { $n } in conflict
conflict-writes = { $n ->
    [one] { $n } write in conflict
   *[other] { $n } writes in conflict
}
status-connecting = connecting…
status-coverage = { $part }/{ $total } read
status-coverage-miscounted = the service counts { $total }, { $part } came
status-coverage-long = { $total ->
    [one] { $part } of { $total } deal read
   *[other] { $part } of { $total } deals read
}
status-fresh = up to date { $at }
status-intercepted = this network answers for the service
status-fresh-least = up to date
status-fresh-at = up to date at { $at }
status-cut = answer cut off
status-failing = service failing
status-not-understood = answer not understood
parked-count = { $n ->
    [one] × { $n } write refused
   *[other] × { $n } writes refused
}
parked-writes = { $n ->
    [one] { $n } write refused
   *[other] { $n } writes refused
}
status-name = Status line
status-never-whole = never read whole here
status-never-read = never read here
status-online = online
status-offline = offline
status-reading = reading…
status-withheld = offline, as asked
status-signed-out = sign-in needed
start-again = Try again
start-back = Read without signing in
start-base-url-do = Check the address: it begins with https:// and ends with /v1. Then start Encours again.
start-base-url-what = The address of the service cannot be used.
start-copy = Copy the message
start-demo = Try the demo
status-since = { $n ->
    [one] { $n } change since { $date } ({ $key })
   *[other] { $n } changes since { $date } ({ $key })
}
status-slow = slow service
start-failed = The service could not be opened
start-key-wanted-what = There is no usable secret for this key on this machine.
start-no-base-url-do = Ask the service’s administrator for the address and a key, then save them: encours login.
start-no-base-url-what = No service is configured on this machine.
start-no-home-do = Start with --config-dir and --data-dir.
start-no-home-what = This account has no home directory.
start-no-key-id-do = Ask the service’s administrator for a key, then save it: encours login.
start-no-key-id-what = No key is configured for this service.
start-other-do = Correct it, then try again. Nothing was sent.
status-waiting-gate = wait asked for { $left }
status-waiting-gate-until = wait asked for { $left }, until { $at }
waiting = waiting
untaken-count = ↑ { $n } not taken, again at { $at }
untaken-writes = { $n ->
    [one] { $n } write not taken for now, tried again at { $at }
   *[other] { $n } writes not taken for now, tried again from { $at } on
}
waiting-count = ↑ { $n } waiting
waiting-writes = { $n ->
    [one] { $n } write waiting
   *[other] { $n } writes waiting
}
works-failing = changes are kept and leave by themselves
works-gate = changes are kept and leave when the wait is over
works-hindered = changes are refused, as they cannot be kept
works-offline = changes are kept and leave when the service is back
works-read = what was read stays readable
works-withheld = changes are kept until Encours is started without --offline
withheld-none-before = Nothing was read before. Start Encours without --offline to read the deals.
works-signed-out = changes are kept until the key is accepted
works-slow = nothing is lost, answers take longer

## Writes

hold-leaves-in = sends in { $left }
hold-leaves-at = sends at { $at }
hold-left = has left
hold-no-return-in = final in { $left }
hold-no-return-at = final at { $at }
hold-until-undo = nothing is sent for { $s } s, { $key } undoes
lock-identity = written for { $who }: stays here until that identity is back
lock-damaged = damaged here: it cannot be sent, and can be given up
lock-newer = written by a newer version, which will send it
write-conflict = conflict
write-create = New deal
write-delete = Deletion
write-mark-read = Mark read
write-other = Other write
write-refused = refused
write-sending = sending
write-doubtful = outcome unknown, perhaps applied
write-found-again = saved from a damaged file, perhaps sent before
write-waiting = waiting
write-waiting-cut = waiting, the service’s answer was cut off
write-waiting-failing = waiting, service failing
write-waiting-not-understood = waiting, the service’s answer was not understood
write-waiting-intercepted = waiting, this network answers for the service
write-waiting-gate = waiting, sending paused
write-waiting-offline = waiting, offline
write-waiting-withheld = waiting, started with --offline
write-waiting-signed-out = waiting, sign-in needed

## Pipeline

card-numbers-all = At most { $n } figures: take one out first
card-numbers-full = leave another one out first
card-numbers-last = a card keeps one figure
card-numbers-most = At most { $n } figures
card-position = { $place } of { $total }
row-position = { $place } of { $total } in the table
column-folded = folded
column-select = Select the column
column-sum = { $name } { $sum } · { $part } of { $total }
figure-title = Figure in the column heads
figure-hint = One choice for the whole board, kept with the view; what it covers is always said.
figure-sum = Sum
figure-mean = Average
figure-median = Median
figure-min = Minimum
figure-max = Maximum
figure-weighted = Weighted by your own probabilities
figure-weighted-demo = Weighted by sample probabilities
figure-none = Nothing
figure-over = Measure: { $name }
figure-of-mean = { $name } avg
figure-of-median = { $name } median
figure-of-min = { $name } min
figure-of-max = { $name } max
figure-of-weighted = { $name } weighted
figure-short-mean = Avg
figure-short-median = Med.
figure-short-min = Min
figure-short-max = Max
figure-short-weighted = Wtd.
figure-unweighted = No probability
figure-unweighted-short = No prob.
figure-unweighted-why = Your own probabilities give this status none: it is not counted.
figure-unweighted-why-demo = The sample probabilities give this status none: it is not counted.
figure-weighted-by = Weighted by your own probabilities: { $percent }
figure-weighted-by-demo = Weighted by sample probabilities: { $percent }
figure-weighted-covers = they cover { $part } of { $total } statuses
figure-weighted-none = none is written: [pipeline.probability] in { $file }
metrics-name = Pipeline figures
metrics-slow-filter = age>{ $days }d
metrics-aside-filter = -status:{ $codes }
metric-deals = Deals
metric-of-all = of { $total }
metric-all-shown = all shown
metric-principal = Outstanding principal
metric-received = received for { $part } of { $total }
metric-mean = Average principal
metric-weighted = Weighted principal
metric-weighted-note = your own probabilities · { $part } of { $total }
metric-weighted-note-demo = sample probabilities · { $part } of { $total }
metric-slow = Slow deals
metric-slow-note = over { $limit } in one status
metric-slow-known = over { $limit } · known for { $part } of { $total }
metric-changed = Changes
metric-changed-note = since { $date }
metric-changed-note-all = whole pipeline, since { $date }
metric-first-visit = first visit
metric-not-received = principal not received
metric-no-probability = no probability for these statuses
metric-no-deal = no deal shown
metric-no-deal-open = no deal in progress
metric-no-age = entry date not known
drag-drop = { $n ->
    [one] Drop { $n } deal
   *[other] Drop { $n } deals
}
drag-drop-task = Drop the task here
drag-task-sorted = then sorted by due date
drag-escape = { $key } cancels
drag-hint-keys = without the mouse:
drag-nowhere = Drop on another column
drag-sorted-by = then sorted by { $sort }
drag-summary = { $n ->
    [one] { $n } deal: { $from } → { $to }
   *[other] { $n } deals: { $from } → { $to }
}
drag-summary-several = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
field-lines = fields
fields-shown = Fields
filter-no-limits = { $field } has no limits of the house, and so no bands: set them under [limits] in config.toml
filter-code-unknown = no deal read has the code { $code }
filter-owner-unknown = no deal read is owned by { $code }
filter-kept = in force until then: { $filter }
filter-kept-none = no filter in force, every deal is shown
filter-error-at = character { $column }
filter-also = also { $term }: { $deals }
filter-also-keys = also { $term }: { $deals } ({ $keys })
filter-titles = Filter the titles
filter-me-unset = “me” is not known: type “i am First Last” in the palette, or set me = ["…"] in config.toml
button-unpin-view = Unpin
filter-by-value = Only { $value }
filter-placeholder = Filter by name or condition, such as ltv>65%
head-deals = { $total ->
    [one] { $total } deal
   *[other] { $total } deals
} · { $shown } shown
head-deals-so-far = { $total ->
    [one] { $total } deal so far
   *[other] { $total } deals so far
} · { $shown } shown
search-or-run = Search or run
sort-label = Sort
view-all-deals = All deals
demo-view-alert = LTV in alert
demo-view-alert-filter = ltv:alert -status:lost
demo-view-committee = At the committee
demo-view-committee-filter = status:ic
demo-view-owner = A. Martin’s deals
demo-view-owner-filter = owner:"A. Martin" -status:lost
demo-view-slow = Over 15 days
demo-view-slow-filter = age>15d -status:lost,on_hold

## Selection, table, views, changes of many deals

bar-clear = Clear
bar-copy = Copy
bar-delete = Delete…
bar-details = Details
bar-export = Export…
bar-edit = Owner…
bar-move = Move to…
bulk-delete-title = Delete these deals?
bulk-done = { $n } on the service
bulk-failed = { $n } refused
bulk-conflicts = { $n } in conflict
bulk-move-title = Move to { $status }
bulk-no-owner-said = The field was left empty: these deals will have no owner.
bulk-no-owner-title = Remove the owner
bulk-nothing-yet = Nothing is sent before { $key }.
bulk-owner-title = Give to { $owner }
bulk-planned = { $n } to change
bulk-planned-deletion = { $n } to delete
bulk-row-gone = → { $value }, deleted since
bulk-row-since = → { $value }, now { $now }
bulk-row-stopped = stopped before it left
bulk-since = { $n } otherwise since
bulk-skipped = { $n } unchanged
bulk-stopped = { $n } stopped
bulk-waiting = { $n } waiting
button-display = Display
button-end-presentation = End presentation
button-save-view = Save view
card-selected = selected
column-hide = Hide the column
column-keep-in-sight = Keep in sight at the left
column-only = the only one
column-pinned = stays in sight
column-received = received for { $part } of { $total }
column-edge = Width of { $column }
columns-hint = The columns shown come first, in the order of the table.
columns-shown = Columns
columns-title = Columns of the table
command-many = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
command-me = me i
command-me-again = Enter once more: kept as typed
command-me-label = I am { $name }
command-me-nobody = I am…
command-me-wanted = type or choose a name
command-move = move
command-move-label = Move { $whom } to { $status }
command-owner = owner
command-owner-label = Give { $whom } to { $owner }
command-sort = sort
command-sort-label = Sort by { $column }
command-ascii-off = Borders and signs drawn, no longer in ASCII
command-ascii-on = Borders and signs in ASCII
command-mouse-off = Mouse ignored: the terminal selects by itself
    .also = mouse, pointer, click, wheel, selection
command-mouse-on = Mouse listened to
    .also = mouse, pointer, click, wheel
command-accent = accent colour color
command-accent-label = Accent: { $accent }
command-theme = theme looks
command-theme-label = Theme: { $theme }
command-view = view
command-view-label = Open the view { $name }
copied-by-system = clipboard
copy-id = { $n ->
    [one] The identifier
   *[other] The { $n } identifiers
}
copy-name = { $n ->
    [one] The name
   *[other] The { $n } names
}
copy-refusal =
    Encours, refused write
    Record: { $record }
    Request: { $route }
    Answer: { $status } { $title }
    Detail: { $detail }
    X-Request-ID: { $id }
    Idempotency-Key: { $key }
copy-request =
    Encours, request
    Request: { $method } { $path }
    Answer: { $status }
    X-Request-ID: { $id }
    Sent: { $at }
copy-request-block = The facts of the last request, for support
copy-refusal-block = The facts of the refused write, for support
copy-member = { $name }: { $value }
copy-request-id = X-Request-ID
copy-cells = { $n ->
    [one] The marked cell, for a spreadsheet
   *[other] The { $n } marked cells, for a spreadsheet
}
copy-rows = { $n ->
    [one] The row, for a spreadsheet
   *[other] The { $n } selected rows, for a spreadsheet
}
copy-rows-shown = { $n ->
    [one] The row shown, for a spreadsheet
   *[other] All { $n } rows shown, for a spreadsheet
}
copy-rows-together = { $n ->
    [one] The row, for a spreadsheet
   *[other] The { $n } that stand together, for a spreadsheet
}
copy-title = Copy
deal-note-local = local
deal-entry-reason = Reason ({ $status }): { $reason }
deal-own-field = { $field }: { $value }
field-note = Note
field-view-name = Name
foot-coverage = taken over
foot-mean = mean
foot-outside = { $n } out of range
foot-over = over { $n }
foot-selected = { $n } selected
foot-shown = { $part } of { $total }
foot-sum = sum
density-comfortable = Comfortable cards
density-compact = Compact cards
lanes-class = Lanes by asset class
lanes-none = No lanes
lanes-owner = Lanes by owner
selection-count = { $n } selected
selection-folded = { $n } of them in folded columns
selection-hidden = { $n } of them hidden by the filter
selection-range = { $n } selected up to here
selection-sum = Σ { $name } { $sum } ({ $part } of { $total })
sort-board = sort by status, then stage age ↓
sort-by = sort { $keys }
stale-reason = { $age } without a change of status, more than { $limit }
switch-board = Board
switch-table = Table
switch-tree = Tree
table-exact = { $name } { $value } exactly
table-exact-band = { $said }: { $band } (limits { $ok } and { $watch })
table-name = { $n } deals in the table
table-heads = Column heads
sorted-falling = sorted, falling
sorted-rising = sorted, rising
sorted-rank = key { $rank } of { $keys }
view-changed = changed
view-deals = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
view-default = at start
view-default-service = service default
view-pinned = pinned
view-holds = Holds
view-no-filter = none: every deal
view-opens = Opens
view-opens-at-start = by itself at the start, and when it is chosen
view-opens-when-asked = when it is chosen
view-shown-as = Shown as
view-sort-board = by status, then stage age, descending
view-title-marked = { $name } •
view-title-changed = { $name } (changed)
views-local = Kept on this device.
views-none = No saved view: filter, then keep the view with { $key }.
views-side = Views
views-title = Views

## Fields of a deal

field-age = Stage age
field-age-short = Stage age
field-age-shortest = Age
field-class = Asset class
field-class-shortest = Class
field-columns = Columns
field-filters = Filters
field-id = Identifier
field-ids = Identifiers
field-investment-type = Investment type
field-name = Name
field-name-here = Name here
field-nominal = Nominal
field-owner = Owner
field-reason = Reason
field-reason-of = Reason ({ $status })
field-owner-shortest = Owner
field-route = Route
field-sort = Sort
field-status = Status

## Deal

check-agree = { $n ->
    [one] { $n } cross-check agrees.
   *[other] { $n } cross-checks agree.
}
check-binding-noi = Binding: { $name }, breaks at an NOI of { $value }
check-binding-value = Binding: { $name }, breaks at a value of { $value }
check-broken-noi = Binding: { $name }, broken already, below an NOI of { $value }
check-broken-value = Binding: { $name }, broken already, below a value of { $value }
check-derived = { $name } { $value }
check-different = { $name } sent { $received }, computed { $computed }
check-formula-debt-yield = NOI ÷ principal
check-formula-dscr = NOI ÷ debt service
check-formula-ltv = principal ÷ market value
check-formula-tranches = senior + mezzanine
check-implied-yield = Implied yield
check-instead = { $formula } = { $value }
check-order = ICR below DSCR
check-out-of-range = { $name } out of range
check-period = different periods?
check-senior-ltv = Senior LTV (computed)
stress-noi = NOI −{ $cut }
stress-rate = Rate +{ $n } bp
stress-value = Value −{ $cut }
check-unit-slip = { $name }: percentage typed as a fraction?
deal-age-first-seen = already there at first sight, { $date }
deal-class-read-only = read-only
deal-class-read-only-short = read-only
deal-gone = This deal is no longer in the service.
deal-history-empty = Nothing observed so far.
deal-limits = house limits
deal-limits-long = house alert limits
deal-note-from-service = service, read-only
deal-notes = Notes
    .also = comments, deal notes, remarks
deal-notes-empty = No note in the service.
deal-notes-not-read = Notes not read yet.
deal-pane-fields = Fields
    .also = status, owner, asset class, identifier, record
deal-pane-kpi = Ratios
    .also = KPI, LTV, LTC, DSCR, ICR, debt yield, estimated loss, risk score, outstanding principal, market value, NOI, net operating income, debt service, thresholds, bands, cross-checks, what if, breaking value, financial snapshot
deal-pane-requests = Writes and requests
    .also = writes of the deal, X-Request-ID
deal-requests-empty = No request for this deal since it was opened.
deal-requests-summary = { $n ->
    [one] { $n } request
   *[other] { $n } requests
}
deal-writes-summary = { $n ->
    [one] { $n } write waits
   *[other] { $n } writes wait
}
deal-requests-summary-failed = { $n ->
    [one] { $n } request
   *[other] { $n } requests
}, { $failed } failed
age-not-sent = counts once the move is sent
age-created = since { $date }, created here
age-exact = since { $date }, moved here
age-between = changed between { $from } and { $to }
age-interval = change seen on { $date }
age-received = since { $date }, says the service
age-seen-short = seen { $date }
age-since-short = since { $date }
deal-stage-all = { $age } in this status altogether
kpi-crd-source = Principal from: { $source }
kpi-out-of-range = out of range
cli-not-a-number = not a number
request-no-answer = no answer
request-answered = answered
request-applied = applied
request-failed = service failed ({ $status })
request-not-found = not found ({ $status })
request-paused = asked to wait ({ $status })
request-refused = refused ({ $status })
request-title = { $operation }: { $about }
asked-auth_token_exchange = Access token
asked-entity_get = Entity
asked-portfolio_summary = Portfolio summary
asked-deals_list = List of deals
asked-deals_create = Deal creation
asked-deals_get = Deal
asked-deals_update = Deal change
asked-deals_delete = Deal deletion
asked-deals_notes_list = Notes of a deal
asked-tasks_update = Task change
asked-tasks_get = Task
asked-tasks_list = List of tasks
asked-saved_views_update = Saved view change
asked-saved_views_get = Saved view
asked-saved_views_list = List of saved views
asked-dashboards_get = Dashboard
asked-dashboards_list = List of dashboards
asked-alert_preferences_list = Alert preferences
asked-field_definitions_get = Field definition
asked-field_definitions_list = List of field definitions
asked-field_definitions_by_key = Field definition by its key
asked-alerts_get = Alert
asked-alerts_list = List of alerts
asked-notifications_get = Notification
asked-notifications_read = Notification marked read
asked-notifications_list = List of notifications
asked-operations_list = List of operations
asked-spvs_list = List of SPVs
asked-operateurs_list = List of operators
asked-fonds_list = List of funds
asked-taxonomies_list = Taxonomies
asked-workflows_preview = Preview of recommendations
asked-workflows_list = Workflows
asked-operations_get = Operation
asked-spvs_get = SPV
asked-operateurs_get = Operator
asked-fonds_get = Fund
asked-siren_enrichment_get = SIREN data of an operator
asked-siren_enrichment_apply = SIREN data taken over
asked-refunds_list = List of refunds
asked-refunds_create = Refund creation
asked-rcci_summary = RCCI summary
asked-ai_extraction_jobs_list = List of AI extractions
asked-ai_extraction_jobs_create = AI extraction started
asked-ai_extraction_jobs_get = AI extraction
asked-imports_list = List of imports
asked-notes_list = List of notes
asked-external_identifiers_list = List of external identifiers
asked-personal_data_requests_list = Personal data requests
asked-personal_data_get = Personal data of a user
asked-postman_get = Description of the service
asked-other = Another route
kpi-received-none = no ratio provided
kpi-ratios-below = { $n ->
    [one] { $n } ratio
   *[other] { $n } ratios
}
kpi-shocks-below = { $n ->
    [one] { $n } simulated shock
   *[other] { $n } simulated shocks
}
right-granted = open ({ $status }), { $at }
right-key-refused = key not accepted ({ $status }), { $at }: right unknown
right-refused = refused ({ $status }), { $at }
right-unknown = nothing there ({ $status }), { $at }: right unknown
request-copy = Copy request id { $id }
requests-folded = { $n } requests
requests-answer = answer
requests-asked = asked
requests-no-writes = No write among the requests kept
requests-none = No request since the start.
requests-sent = sent
requests-took = took
requests-request = request
requests-route = route
requests-time = time
table-band = band
table-value = value

## Portfolio

breakdown-by-class = By asset class
    .also = breakdown, concentration, HHI
breakdown-by-class-short = By class
breakdown-by-status = By status
    .also = breakdown, operation status
breakdown-by-type = By investment type
    .also = breakdown, concentration, HHI
breakdown-by-type-short = By type
breakdown-empty = breakdown not provided
breakdown-no-amount = counts, no amount per code
breakdown-no-amount-long = Counts: the service gives no amount per code
breakdown-order = ordered by count
breakdown-order-long = The service’s statuses, ordered by count
breakdown-sum-differs = Σ { $sum }, total { $total }
breakdown-sum-equals = Σ { $sum } = total
breakdown-unclassified = { $n } without a class provided
concentration-hhi = HHI { $value }
entity-ai = AI
entity-ai-off = off
entity-ai-on = on
entity-frequency = Every
entity-frequency-note = months, assumed
entity-holidays = Holiday zone
entity-holidays-short = Zone
entity-name = Name
entity-reference-date = Reference date
entity-reference-date-short = Ref. date
entity-reporting = Reporting
entity-risk = Risk limit
entity-risk-short = Limit
entity-risk-unit = unit n/p
entity-siren = SIREN
entity-title = Entity
    .also = company, SIREN, reporting, risk threshold, holiday zone, mode, frequency, AI
entity-type = Type
portfolio-checks = { $agree } of { $total } checks agree
portfolio-checks-short = { $agree }/{ $total } checks
portfolio-funds = Funds
portfolio-head-note = the service’s totals, deleted resources excluded, no currency named
portfolio-nominal = Total nominal
portfolio-operations = Operations
portfolio-operators = Operators
portfolio-spvs = SPVs
portfolio-trend = Trend
portfolio-trend-none = Nothing observed so far: trends begin with the first reading.

## History

history-at = on { $date }
history-at-latest = on { $date } at the latest
history-back = Back
history-between = between { $from } and { $to }
history-by-others = elsewhere
history-by-us = this machine
history-by-us-perhaps = perhaps this machine
history-deleted = Deleted
history-first-seen = Already there at first sight
history-new = New deal
history-not-seen = Not seen again in the last full reading
history-seen-again = Seen again
history-status-absent = Status not given in this reading
history-status-given = Status given again: { $status }
journal-open = Open the deal
journal-no-deal = it is not there any more
journal-copy-id = Copy the request id
journal-write = Write
journal-many = { $n } records
report-writes-left = { $n ->
    [one] 1 more write is not listed
   *[other] { $n } more writes are not listed
}
journal-reason-given = Reason
journal-outcome = Outcome
journal-asked = Asked
journal-decided = Decided
journal-attempts = Attempts
journal-key = Idempotency key
journal-details = Details
journal-fold = Hide the details
journal-copy = Copy { $text }
journal-no-id = nothing was sent
journal-applied = applied
journal-so-already = so already, not sent
journal-conflict = in conflict
journal-discarded = given up
journal-found = found done, by whom is not known
journal-later = { $n ->
    [0] waiting, not sent yet
    [one] waiting, tried once
   *[other] waiting, tried { $n } times
}
journal-reason = reason: { $reason }
journal-refused = refused
journal-replaced = replaced by a newer change
journal-taken-back = taken back
journal-taken-up = given up, then taken up again
since-back = { $n } back
since-changed = { $n ->
    [one] { $n } other field
   *[other] { $n } other fields
}
since-crossed = { $n } across a limit
since-deleted = { $n } deleted
since-filtered = Filter “{ $filter }”: { $n } of { $total }
since-first-visit = First visit on this machine: what changes from now on is noted.
since-first-visit-user = No earlier visit as { $user }: what changes from now on is noted. For what changed since your own last visit, stop acting as { $user }.
since-head-by = Made
since-head-change = From and to
since-head-what = Changed
since-head-when = Seen
since-left-out = { $n ->
    [one] and { $n } older change
   *[other] and { $n } older changes
}
since-moved = { $n } moved
since-new = { $n } new
since-not-seen = { $n } not seen again
since-nothing = Nothing has changed since { $date }.
since-others-hide = { $n ->
    [one] Hide { $n } other change
   *[other] Hide { $n } other changes
}
since-others-show = { $n ->
    [one] Show { $n } other change
   *[other] Show { $n } other changes
}
since-reassigned = { $n } reassigned
since-renamed = { $n } renamed
since-first-summary = Since the first reading: { $counts }
since-summary = Since { $date }: { $counts }
status-unknown = { $n ->
    [one] { $n } deal in an unknown status
   *[other] { $n } deals in an unknown status
}
deal-history-censored = lower bound
deal-history-exact = exact
deal-history-interval = between two readings
deal-history = Observed on this machine
    .also = history, age, stage age, time in stage, stalled, stuck
deal-outside-filter = not in this filter
deal-not-seen = not seen again, last seen on { $date }
trend-deals = Deals
trend-once = Read once so far: a second value makes a trend.
trend-quiet = Nothing has changed yet. Curves are drawn from the first change on.
trend-since = since { $date }
trend-since-once = one observation, on { $date }

## Notifications

armed-again = { $key } once more: { $action }
inbox-other-tabs = Other tabs
armed-brief = { $key } again: mark { $n }
armed-confirm = { $key } again to confirm
armed-disarms = disarms in { $left }
armed-disarms-at = disarms at { $at }
armed-give-up = { $key } to cancel
inbox-asleep-until = asleep until { $date }, here only
inbox-count = { $n ->
    [one] { $n } notification
   *[other] { $n } notifications
}
inbox-known = { $n } known
inbox-mark-all = Mark { $n } read
inbox-mark-cost = { $n ->
    [one] { $n } request, { $time } at least
   *[other] { $n } requests, { $time } at least
}
inbox-preview = Preview
inbox-preview-marks-nothing = The preview marks nothing as read.
inbox-route-forbidden = list not allowed for this key
empty-inbox-unread-hint = What is read, asleep or starred is under the other tabs.
empty-tasks-watched-hint = With { $key }, add those you were given: identifiers, addresses, a mail or a CSV pasted as it is. They are watched from this machine, and their count says so.
empty-tasks-watched = The service lists no tasks
empty-inbox-watched-hint = With { $key }, add those you were given: identifiers, addresses, a mail or a CSV pasted as it is. They are watched from this machine, and their count says so.
empty-inbox-watched = The service lists no notifications
inbox-run = { $done } of { $total } marked, { $waiting } waiting
inbox-run-stop = { $key } stops
inbox-similar = { $days ->
    [one] Same title but for figures: { $n } in one day
   *[other] Same title but for figures: { $n } in { $days } days
}
inbox-tab-snoozed = Snoozed
    .also = later, reminder
inbox-tab-starred = Starred
    .also = favourites, bookmarks, favorites
inbox-together = { $n } alike
inbox-wake = Wake up
notification-untitled = (no title)
inbox-same-deal = Deal of the same name
inbox-same-deal-note = matched by name, not confirmed
inbox-seen-here = Seen here
inbox-service-date = In the service
inbox-service-date-none = date not provided
inbox-state = State
inbox-tab-all = All
inbox-tab-read = Read
    .also = handled
inbox-tab-unread = Unread
    .also = to handle
inbox-unknown = Watched identifiers without an answer
inbox-watched-ids = { $n ->
    [one] not listed by the service, { $n } id watched
   *[other] not listed by the service, { $n } ids watched
}
inbox-watched-ids-short = { $n } watched
notification-marking = marking…
notification-read = read
notification-unread = unread
notification-refused = unread, the mark was refused
inbox-held = { $n } held unread here only
inbox-selected = { $n } selected
inbox-similar-more = { $n ->
    [one] and { $n } more
   *[other] and { $n } more
}
inbox-marks-these = { $n ->
    [one] Mark the unread one
   *[other] Mark these { $n }
}
inbox-marks-together = { $key } marks these { $n } · { $unfold } unfolds them
notification-held = unread here only, read in the service
inbox-note-none = No note. { $key } writes one, for this machine only.
inbox-note-here = this machine only
bursts-title = What repeats
    .also = bursts, duplicates, frequency, noise
bursts-hourly = by the hour, last { $n } h
bursts-daily = by day since { $date }
bursts-seen-here = as seen here
bursts-none = Nothing is shown.
bursts-spoken = { $kind }: { $n }, from { $first } to { $last }, at most { $most } in a day
bursts-spoken-hourly = { $kind }: { $n }, from { $first } to { $last }, at most { $most } in an hour
copy-handover = The hand-over of the shift, as text
toast-copied-handover = hand-over copied
toast-marking-figures = { $n } will be marked read ({ $figures })
toast-held = { $n ->
    [one] unread here only: the service has it read
   *[other] { $n } unread here only: the service has them read
}
toast-held-elsewhere = change not sent yet
keys-file-hint = Without the #, these keys stand in for the default ones; encours man lists every name.
toast-keys-changed = Keys changed, in force from now on
toast-keys-refused = config.toml stays as it was; { $why }
toast-keys-stand-in = Keys are changed in { $path }, under [settings.keys]; without $EDITOR nothing opens it from here
toast-mouse-off = Mouse ignored
toast-mouse-on = Mouse listened to
toast-nothing-marked = nothing was marked
toast-leaving = its deletion is on its way: taken back unless the service has done it
toast-let-go = { $n ->
    [one] read, as in the service: nothing is sent
   *[other] { $n } read, as in the service: nothing is sent
}
handover-title = Title
handover-severity = Severity
handover-deal = Deal (by name)
handover-asleep = Asleep until
handover-starred = Starred here
handover-note = Local note
handover-read = Read in the service
handover-unread-here = Unread here only
handover-deal-id = Deal identifier
handover-head = Hand-over, notifications, { $date }
handover-left = To handle: { $n }
handover-held = Unread here only (read in the service): { $n }
handover-sleeping = Asleep (here only): { $n }
handover-told = Read, starred or with a note: { $n }
handover-until = until { $date }
handover-foot = Stars, sleep, notes and what is held unread are of this machine alone; the service knows nothing of them.
form-note-many-title = Local note on { $n } notifications
form-export-notifications-title = Export the notifications
preferences-of = { $user }, read-only
hint-read-these = mark read
hint-note = note
hint-export = export
hint-only-these = only these
hint-other-user = another user
hint-hold-unread = unread
action-hold-unread = Unread here
    .also = mark unread, mark as unread
    .about = { palette-words-notification }
action-hold-unread-why = Hold it unread on this machine, or let it go; the service keeps it read.
action-unfold-group = Unfold the group
action-unfold-group-why = Show each of those that stand together in a row, or fold them again.
reason-not-read-yet = it is unread already
reason-notes-differ = their notes differ: take them one by one
preferences-read-only = read-only
preferences-title = Alert preferences
    .also = preferences, severity, minimum severity, settings, alert type
snooze-evening = This evening
snooze-evening-tomorrow = Tomorrow evening
snooze-hour = One hour
snooze-local = Here only: nothing changes on the service.
snooze-monday = Monday morning
snooze-title = Snooze
snooze-tomorrow = Tomorrow morning

## Routes

family-alerts = Alerts
    .also = alarms, thresholds
family-custom-dashboards = Dashboards
    .also = custom dashboards
family-field-definitions = Field definitions
    .also = dictionary, labels, units, data fields
family-fonds = Funds
    .also = vehicles
family-notifications = Notifications
family-operateurs = Operators
    .also = borrowers, developers, SIREN enrichment
family-operations = Operations
    .also = loans, financing
family-saved-views = Service views
    .also = saved views, operation views, saved filters
family-spvs = SPVs
    .also = project companies, special purpose vehicles
family-tasks = Tasks
family-taxonomies = Taxonomies
    .also = codes, vocabulary
mode-discovered = discovered
mode-documented = documented
mode-forbidden = not allowed
mode-needs-parameters = parameters wanted
mode-probed = probed
mode-unlisted = not listed by the service
mode-unknown = not asked yet
mode-watched = watched ids
route-absent = absent (404)
route-ambiguous = 404: the service has no such route, or does not know the delegated user
route-later = the service was in trouble, it is asked again later

## Other areas of the service, found by the palette

area-refunds = Refunds
    .also = repayments
area-rcci = RCCI summary
    .also = compliance, internal control
area-workflows = Workflows and recommendations
    .also = processes
area-ai-extraction = AI extraction jobs
    .also = artificial intelligence, documents, ai extraction
area-imports = Imports
    .also = imported files
area-notes = Notes of the service
    .also = imports and notes
area-external-identifiers = External identifiers
    .also = external references, synchronisation
area-personal-data = Personal data
    .also = GDPR, privacy
area-description = Description of the service
    .also = postman, OpenAPI, collection, list of routes

## Tasks, views, explorer
dashboard-shared = shared
empty-list = The list is empty.
empty-list-forbidden = The key may not see this list.
empty-list-parameters = The service does not give this list as a whole.
empty-list-unlisted = The service does not have this list.
empty-list-unlisted-route = The service does not have this list; { $key } reads any route, for instance that of one record.
empty-list-watched-there = The service has no list: { $key } on { $n } { $screen } watches identifiers that you give.
empty-list-watched = The service has no list: only identifiers given here are watched.
empty-list-ambiguous = Either the service has no such list, or it does not know the user { $user }. Identifiers given here are watched.
explorer-back = Back to { $screen }
explorer-answer = answer
explorer-no-record = Nothing to show here.
inbox-none-shown = No notification matches the filter.
explorer-no-route = The service has nothing at this path.
explorer-no-route-do = Check how the path is written and its identifiers, then read it again; or choose one of the sources in the list.
explorer-none-shown = No record matches the filter.
explorer-not-asked = This route has not been read yet: Enter reads it.
explorer-of-total = { $total } at the service
explorer-record = Record
nested-empty = none
nested-pair = { $label }: { $value }
nested-elements = { $n ->
    [one] { $n } element
   *[other] { $n } elements
}
nested-named = { $count }: { $names }
explorer-records = { $n ->
    [one] { $n } record
   *[other] { $n } records
}
explorer-records-shown = { $n ->
    [one] { $n } record · { $shown } shown
   *[other] { $n } records · { $shown } shown
}
explorer-sources = Sources
library-deal-views = My views
    .also = saved filters, local views
library-detail = Detail
library-detail-none = Open a view of the service or a dashboard.
library-kept-here = kept here
library-limits = { $bytes }/{ $most } bytes, { $filters }/{ $filters_most } filters, { $columns }/{ $columns_most } columns, { $sorts }/{ $sorts_most } sorts
task-late = { $n ->
    [one] { $date }, { $n } day late
   *[other] { $date }, { $n } days late
}
task-late-short = { $date }, { $days } late
task-statut-unknown = unknown status
tasks-add-hint = With { $key }, add identifiers to watch.
tasks-none = No task known
tasks-reading = Reading the tasks…
tasks-known = { $n ->
    [one] { $n } known task
   *[other] { $n } known tasks
}
tile-computed = computed from the portfolio summary, { $read }
tile-dashboard = dashboard
tile-filters-left = covers everything: its own filters are not applied
tile-given = given by the service, { $read }
tile-kind-unknown = kind “{ $kind }”, not known here: its fields as sent
tile-list-unread = list not read yet: open it in the explorer
tile-no-filter = none: every operation
tile-none = Nothing more was sent
tile-none-why = the service gives this dashboard a name and no content
tile-not-applied = Not applied
tile-nth = Tile { $n }
tile-other = Other fields
tile-rows = { $shown } of { $total } read, { $read }
tile-sort-down = { $field }, descending
tile-sort-up = { $field }, ascending
tile-summary-unread = portfolio summary not read yet
tile-view-asks = What the view asks for
tile-view-limits = applied here to what was read; a view of the service cannot be deleted from here
tile-view-operations = Operations
tile-view-other-type = not listed: the view is not one of operations
tree-parts = { $n ->
    [one] ({ $n } part)
   *[other] ({ $n } parts)
}
watched-unknown = the service does not know it
watched-waits = not read yet: the service has not answered
inbox-unanswered-keys = { $forget } forgets it · { $again } asks for it again
watched-unknown-why = the service does not know it: “{ $why }”

## Activity

activity-gate = No request leaves before the wait the service asked for is over. You can go on working.
activity-journal = Journal of writes
    .also = log, Idempotency-Key, audit trail, write log
activity-journal-empty = No write sent so far.
activity-rights = Rights observed
    .also = scopes, permissions, routes, capabilities, allowlist, access
activity-rights-empty = Nothing observed: rights are read from answers.
activity-service = Service
activity-state = State
activity-why = Why
activity-still = Still works
activity-read = Reading
activity-connection = Connection
activity-empty-outbox = No write is waiting.
activity-outbox-parked = Writes
outbox-waiting = { $n } waiting
outbox-refused = { $n } refused
outbox-undecided = { $n } to decide
activity-outbox = Waiting writes
    .also = outbox, queue, conflicts, refused writes, offline
activity-requests-writes = Requests: writes
activity-requests = Requests
    .also = request log, X-Request-ID, network, errors
activity-requests-empty = No request since the start.
conflict-nothing-sent = Nothing is sent before you choose.
conflict-send = Send this choice
gate-closed-until = sending paused until { $at }
gate-open = sending open
conflict-why = the service has changed since you read it
conflict-delete = delete
conflict-delete-why = changed at the service since you asked to delete it
conflict-gone = deleted
conflict-gone-why = deleted at the service: your write creates it anew, or is given up
conflict-keep-anew = Create the deal anew
conflict-keep-deal = Keep the deal
conflict-keep-deletion = Delete the deal
conflict-keep-gone = Leave it deleted
conflict-keep-my-value = Keep my value
conflict-keep-my-values = Keep my values
conflict-keep-their-value = Keep the service’s value
conflict-keep-their-values = Keep the service’s values
conflict-my-value = my value
conflict-mine = mine
conflict-seen = seen
conflict-as-of-at = as of { $at }
conflict-as-of-on = as of { $at }
conflict-read-at = read at { $at }
conflict-read-on = read on { $at }
conflict-service-at = at the service as of { $at }
conflict-service-on = at the service as of { $at }
conflict-others = Also changed at the service since:
conflict-theirs = service
kept-closed = The directory { $dir } may not be written to. What is stored stays readable and what is read now is shown, but nothing new can be kept: changes are refused, and writes that wait stay where they are. Make it writable, and it goes on by itself.
kept-closed-short = read-only: nothing can be kept
kept-clock-ahead = The clock of this machine is { $off } ahead of the service’s. What is observed from now on, and signatures, are corrected; other programs are not. Set the clock of this machine.
kept-clock-behind = The clock of this machine is { $off } behind the service’s. What is observed from now on, and signatures, are corrected; other programs are not. Set the clock of this machine.
kept-clock-short = clock off by { $off }
kept-damaged-cache = What was read before was damaged; nothing is lost, and it is read again as soon as the service answers.
kept-elsewhere = Elsewhere on this machine { $n ->
    [one] { $n } write waits
   *[other] { $n } writes wait
} of another identity: encours outbox list --base-url { $url } --key-id { $key }, without --as-user and ENCOURS_AS_USER
kept-elsewhere-short = { $n ->
    [one] { $n } write
   *[other] { $n } writes
} of another identity (8: Activity)
kept-elsewhere-user = Elsewhere on this machine { $n ->
    [one] { $n } write waits
   *[other] { $n } writes wait
} of another identity: encours outbox list --base-url { $url } --key-id { $key } --as-user { $user }
kept-full = No space is left on the disk that holds { $dir }. What is stored stays readable and what is read now is shown, but nothing new can be kept: changes are refused, and writes that wait stay where they are. Free some space, and it goes on by itself.
kept-full-short = disk full: nothing can be kept
kept-limited = Files in { $dir } may not grow so large here (ulimit -f). What is stored stays readable and what is read now is shown, but nothing new can be kept: changes are refused, and writes that wait stay where they are. Raise the limit, then start Encours again.
kept-limited-short = file size limit: nothing can be kept
kept-gone-cache = The file of what was read before was gone when the program started. The deals are taken from the history; the rest is read again as soon as the service answers.
kept-damaged-unread = Until then what the history holds of it is shown; once the service answers, encours sync reads it whole.
kept-damaged-file = “encours doctor” says this until you move the old file away or delete it: { $file }
kept-damaged-history = The file of the history and the journal was damaged. { $n ->
    [0] Nothing of it could be saved, and they begin anew
    [one] { $n } entry could be saved
   *[other] { $n } entries could be saved
}; what is missing cannot be observed again.
kept-damaged-outbox = The file of the writes that wait was damaged. { $n ->
    [0] No write could be saved.
    [one] { $n } write could be saved.
   *[other] { $n } writes could be saved.
}
kept-damaged-outbox-lost = { $n ->
    [one] { $n } more is known to have waited, and cannot be read.
   *[other] { $n } more are known to have waited, and cannot be read.
}
kept-damaged-outbox-more = Whether more of them waited cannot be told.
kept-damaged-said = { $text }
kept-damaged-settings = The file of your views and notes was damaged. { $n ->
    [0] Nothing of it could be saved.
    [one] { $n } setting could be saved.
   *[other] { $n } settings could be saved.
}
kept-damaged-short = damaged file set aside (8: Activity)
kept-gone-history = The file of the history and of the journal was gone when the program started: what was observed before cannot be observed again.
kept-gone-note = This is said until you delete { $file }
kept-gone-outbox = The file of the writes was gone when the program started: writes that waited in it were not sent, and are lost with it.
kept-gone-outbox-lost = { $n ->
    [one] { $n } of them is known, from the journal.
   *[other] { $n } of them are known, from the journal.
}
kept-gone-settings = The file of your views, notes and stars was gone when the program started. A copy is kept of every day: “encours settings restore” brings back what is missing.
kept-copies = A copy is kept of every day: “encours settings restore” brings back what is missing.
kept-gone-short = a file of this profile was gone (8: Activity)
kept-newer-cache = What was read here was kept by a newer version of Encours, which this one cannot read: nothing is lost, and it is read again as soon as the service answers. The file of the newer version is kept as { $file }
kept-mending = A file of this profile is damaged. As soon as no other window or command of Encours has it open it is set aside, and what it held is saved or read again. What is shown stays; close the other window.
kept-mending-short = damaged file: close the other window
kept-taken = Another window of Encours has been sending since { $at }. What waits here leaves when that window is done, or some seconds after it has stopped.
kept-taken-short = another window is sending

## States

empty-column = no deal
empty-deal = No deal open
empty-deal-hint = Choose a deal in the pipeline, then { $key }.
empty-filter = No deal matches
empty-filter-also = A plain word is looked for in names; { $term } leaves { $deals }.
empty-filter-also-keys = A plain word is looked for in names; { $term } ({ $keys }) leaves { $deals }.
empty-filter-back = { $key } goes back to the filter before.
empty-filter-clear = { $key } clears it.
empty-filter-unfinished = The filter is not finished
empty-filter-hides = { $total ->
    [one] The filter { $filter } hides { $hidden } of { $total } deal.
   *[other] The filter { $filter } hides { $hidden } of { $total } deals.
}
empty-folded = All of them are folded away
empty-folded-hint = { $columns }. { $key } unfolds.
empty-inbox = No known notification
empty-inbox-snoozed = Nothing is snoozed
empty-inbox-starred = Nothing is starred
empty-inbox-unread = Everything is read
empty-palette = Nothing matches “{ $text }”.
empty-pipeline = No deal in the service
empty-pipeline-hint = { $key } creates the first.
first-read = First reading
first-read-note = exact counts first, cards next
store-opens = Opening what this machine holds
store-opens-note = what was read before is shown in a moment
gate-none-before = No request leaves before.
offline-trying = trying now
offline-retry-in = next try in { $left }
terminal-too-small = Too small: { $columns } × { $rows } at least.

## Errors: what happened (-what), what was kept (-kept), what to do (-do)

error-auth-do = Check the key and the secret, then sign in again: encours login.
error-auth-kept = What was read stays readable; writes wait here.
error-auth-what = The service did not accept the key.
error-conflict-do = Compare the two versions, then choose which to keep.
error-conflict-kept = Nothing changed on the service; your version stays in Activity.
error-conflict-what = The service has changed since you read it.
error-detail = Detail
error-forbidden-delegate-do = Check the delegated user and the key’s rights with the administrator.
error-forbidden-delegate-what = The key may not act for this user.
error-forbidden-do = Ask the key’s administrator, since its rights and addresses can be restricted; then send again.
error-forbidden-do-read = Ask the key’s administrator, since its rights and addresses can be restricted; then refresh.
error-forbidden-kept = Nothing changed on the service; the request stays in Activity.
error-forbidden-kept-read = What was read before stays on screen.
error-forbidden-scope-what = The key lacks the scope { $scope }.
error-forbidden-what = The service refuses this to the key.
error-forbidden-write-deals-what = The key may not write deals.
error-invalid-do = Correct the value, then send again.
error-invalid-input-do = Correct what was typed.
error-invalid-input-kept = Nothing was sent.
error-invalid-input-what = This value cannot be sent: { $detail }
error-invalid-kept = Nothing changed on the service; the request stays in Activity.
error-invalid-what = The service refused the request as written.
error-move-refused-kept = Nothing changed on the service; the request stays in Activity.
error-move-refused-what = The service refused to move { $name } to { $status }.
error-not-found-do = Refresh, then check the identifier.
error-not-found-kept = The version read last stays on screen, marked “not seen again”.
error-not-found-what = The service does not know this identifier.
error-nothing-read-kept = Nothing of this has been read on this machine yet.
error-offline-do = Nothing to do: the next try is automatic.
error-offline-kept = Everything that was read stays readable; writes wait here.
error-offline-what = The service cannot be reached.
error-intercepted-do = It is most likely a network’s sign-in page: open any page in a browser, sign in there, then refresh.
error-intercepted-what = Something between here and the service answers in its place.
error-protocol-do = Try again, then give the request number to support.
error-protocol-kept = The previous data stays on screen.
error-protocol-what = The service’s answer cannot be understood.
error-queued-do = Nothing to do: sending resumes by itself. See Activity.
error-queued-kept = The write is kept here with its key.
error-queued-what = The write has not reached the service yet.
error-rate-limited-do = Wait: sending resumes by itself.
error-rate-limited-do-read = Wait, then refresh: what is read in the background goes on by itself.
error-rate-limited-kept = Nothing is lost; no request leaves before.
error-rate-limited-until-what = The service asks to wait until { $time }.
error-rate-limited-what = The service asks to wait.
error-copy = Copy for support
error-scope = Missing right
error-route = Route
error-reason = Reason
error-answered = “{ $text }” (answer { $status }, request { $request })
error-request = Request
error-response = Answer
error-secret-elsewhere-do = The secret comes from ENCOURS_SECRET or from the profile’s credential_command: correct it there, then start Encours again.
error-sign-in-here-do = Press “Sign in…” above and paste the secret of the key; or unlock the keyring, then retry.
error-sign-in-here-no-keyring-do = Press “Sign in…” above, paste the secret of the key and give a passphrase: the secret is kept under it, for this machine has no keyring.
error-sign-in-do = Sign in: encours login.
error-sign-in-kept = What was read stays readable.
error-sign-in-what = No secret was found for this key.
error-store-do = Free some space or check the folder’s permissions, then try again.
error-store-kept = Nothing was sent.
error-store-what = This could not be kept on this machine.
error-to-do = To do: { $what }
error-remains-do = Send it if it is still wanted: the service is looked at first. Else give it up.
error-remains-kept = It is kept here and does not leave by itself.
error-remains-what = saved from a damaged file: it may have been sent or given up before
error-unexpected-do = Try again, then give the request number to support.
error-unexpected-kept = The previous data stays on screen; writes wait here.
error-unexpected-what = The service met an error.
error-unreachable-do = Check the network and the service’s address, then try again.
error-unreachable-kept = Everything that was read stays readable.
error-unreachable-what = The service cannot be reached.
error-withheld-do = Start Encours without --offline to read it.
error-withheld-kept = Nothing of this has been read on this machine yet.
error-withheld-kept-read = Everything that was read stays readable.
error-withheld-what = Offline, as asked.
error-usage-do = See encours --help.
error-usage-kept = Nothing was sent.
error-usage-what = The command or the configuration is not valid.
error-user-forbidden-do = Ask the key’s administrator: the user may lack approval, a place on the key’s list, or the key this capability. Then refresh.
error-user-forbidden-what = The key may not act for { $user }, or not see this list.
error-user-not-found-do = Check the user’s identifier, or act for somebody else: if they have this list, it is the user.
error-user-not-found-what = The service does not know the user { $user }, or has no such list.

## Announcements

toast-already-so = as it was already: nothing was sent
toast-already-so-doubt = given up, outcome unknown: the service may have applied it
toast-left-deleted = deleted since, so there is nothing to take back
toast-left-never = never sent, so there is nothing to take back
toast-left-to-decide = stands in the outbox and is to be decided; nothing was sent
toast-changed-since = changed since by another window or a command, so left as it is
toast-same-elsewhere = taken back here, but another window or a command asks for the same: it stays
toast-apart = each notification alone
toast-bulk-to = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
toast-bulk-begun = { $n ->
    [one] { $n } deal will be changed
   *[other] { $n } deals will be changed
}
toast-bulk-deletes = { $n ->
    [one] { $n } deal will be deleted
   *[other] { $n } deals will be deleted
}
toast-bulk-ended = { $n ->
    [one] your change of { $n } deal is on the service
   *[other] your change of { $n } deals is on the service
}
toast-bulk-failed = { $done } on the service, { $failed } refused
toast-bulk-open-first = { $done } on the service, { $failed } not applied; { $name }: { $why }
toast-bulk-failed-first = { $done } on the service, { $failed } refused; { $name }: { $why }
toast-bulk-stopped = { $n ->
    [0] nothing was taken back: all had left
    [one] taken back before it left: { $n } deal stays as it was
   *[other] taken back before they left: { $n } deals stay as they were
}
toast-about = { $name }:
toast-leading = { $text } ({ $key }: { $way })
toast-conflict = changed on the service since; to be decided
toast-conflict-gone = deleted at the service since; to be decided
toast-decided-anew = created anew, with a new id and without notes
toast-decided-mine = your choice goes to the service
toast-decided-theirs = the service’s version stays, nothing is sent
toast-handed = given to the terminal to copy
toast-handed-handover = hand-over given to the terminal to copy
toast-handed-json = what the service sent given to the terminal to copy, as JSON
toast-handed-request = facts of the request given to the terminal to copy
toast-handed-refusal = facts of the refused write given to the terminal to copy
toast-handed-cells = { $n ->
    [one] { $n } cell given to the terminal to copy
   *[other] { $n } cells given to the terminal to copy
}
toast-handed-rows = { $n ->
    [one] { $n } row given to the terminal to copy
   *[other] { $n } rows given to the terminal to copy
}
toast-handed-views = { $n ->
    [one] { $n } view given to the terminal to copy, as text
   *[other] { $n } views given to the terminal to copy, as text
}
toast-copied = copied
toast-copied-json = what the service sent copied, as JSON
toast-copied-request = facts of the request copied
toast-copied-refusal = facts of the refused write copied
toast-copied-cells = { $n ->
    [one] { $n } cell copied
   *[other] { $n } cells copied
}
toast-copied-rows = { $n ->
    [one] { $n } row copied
   *[other] { $n } rows copied
}
toast-copied-views = { $n ->
    [one] { $n } view copied as text
   *[other] { $n } views copied as text
}
toast-copy-failed = too long for the terminal’s clipboard; nothing was copied. { $key } writes it into a file
toast-created = created
toast-created-hidden = created, but the filter hides it
toast-creating = being created
toast-creating-gate = kept here, created as soon as the pause ends
toast-creating-offline = kept here, created as soon as the service answers
toast-creating-signed-out = kept here, created after the sign-in
toast-creating-withheld = kept here, created at a start without --offline
toast-deleted = will be deleted
toast-discarded = write given up, nothing changed at the service
toast-discarded-doubt = given up; its outcome is unknown, the service may have applied it
toast-disabled = { $action }: { $why }
toast-disabled-key = { $action }: { $why } ({ $key })
toast-dropped-elsewhere = taken back or given up elsewhere: nothing was sent
toast-dropped-elsewhere-doubt = given up elsewhere; the service may have applied it
toast-dropped-elsewhere-refused = the refused write was given up elsewhere: the service has changed nothing
toast-dropped-elsewhere-sent = the write that the service did not apply was given up elsewhere
toast-edited = changed
toast-given = { $from } → { $to }
toast-elsewhere = { $action }: only on { $screens }
toast-editor-failed = the editor could not be used ({ $why }); nothing was changed
toast-editor-missing = not found; nothing was changed
toast-gone = already deleted; { $key } again creates it anew: new id, no notes or other fields
toast-gone-button = deleted already; recreated, it loses its id, notes, other fields
toast-gone-already = was deleted at the service already
toast-grouped = { $n ->
    [0] none repeats another
    [one] { $n } group of like titles
   *[other] { $n } groups of like titles
}
toast-marking = { $n ->
    [one] { $n } notification will be marked read
   *[other] { $n } notifications will be marked read
}
toast-marking-one = will be marked read
toast-marks-ended = { $failed ->
    [0] { $done ->
        [one] { $done } notification marked read
       *[other] { $done } notifications marked read
    }
   *[other] { $done } marked read, { $failed } refused (8: Activity)
}
toast-marks-stopped = { $done ->
    [0] { $left ->
        [one] marking taken back, { $left } stays unread
       *[other] marking taken back, { $left } stay unread
    }
   *[other] marking stopped, { $done } marked read, { $left ->
        [one] { $left } stays unread
       *[other] { $left } stay unread
    }
}
toast-me-known = is you: owner:me
toast-me-unknown = your name is forgotten
toast-moved = moved to { $status }
toast-moved-from = { $from } → { $to }
toast-moved-owner = { $from } → { $to }, { $owner }
toast-note-kept = note kept here
toast-note-of-both = changed in another window meanwhile: both texts are kept, yours beneath
toast-note-removed = note removed
toast-not-kept = could not be kept on this machine, so nothing was done
toast-redone = change made again
toast-redone-move = move made again
toast-redone-note = change of the private note made again
toast-redone-sleep = change of its sleep made again
toast-redone-star = change of the star made again
toast-redone-filter = filter cleared again
toast-redone-view = change of the view made again
toast-redone-many = { $n ->
    [one] { $n } deal, change made again
   *[other] { $n } deals, change made again
}
toast-refused = refused, { $why }
toast-resending = sent again
toast-resending-gate = sent again as soon as the pause ends
toast-resending-offline = sent again as soon as the service answers
toast-resending-signed-out = sent again after the sign-in
toast-resending-withheld = sent again at a start without --offline
toast-snoozed = { $n ->
    [one] { $n } notification asleep until { $date }
   *[other] { $n } notifications asleep until { $date }
}
toast-not-kept-closed = could not be kept: the directory may not be written to; nothing was done
toast-not-kept-limited = could not be kept: files may not be so large here (ulimit -f); nothing was done
toast-not-kept-full = could not be kept: the disk is full; nothing was done
toast-store-failed = could not be kept here: { $why }
toast-starred = { $n ->
    [one] starred, on this machine only
   *[other] { $n } notifications starred, on this machine only
}
toast-taken-up = write taken up again
toast-too-late = already sent, cannot be taken back
toast-undone = change undone
toast-undone-decision = choice undone, the conflict is to be decided again
toast-undone-deletion = deletion undone
toast-undone-last = Last change taken back
toast-undoing-many = { $n ->
    [one] taking back the change of { $n } deal
   *[other] taking back the change of { $n } deals
}
toast-undone-many = { $n ->
    [one] { $n } deal, change taken back
   *[other] { $n } deals, change taken back
}
toast-undone-note = change of the private note undone
toast-undone-sleep = sleep put back as it was
toast-undone-stars = stars put back as they were
toast-undone-star = star put back as it was
toast-undone-filter = filter restored
toast-undone-view = change of the view undone
toast-undone-move = move undone
toast-unmarked = { $n ->
    [one] { $n } notification unread again
   *[other] { $n } notifications unread again
}
toast-unmarked-one = unread again
toast-unstarred = { $n ->
    [one] star taken away
   *[other] star taken from { $n } notifications
}
toast-view-at-start = opened at the start
toast-view-deleted = deleted
toast-view-not-at-start = no longer opened at the start
toast-view-pinned = pinned
toast-view-refused = view refused, nothing changed: “{ $why }”
toast-view-saved = saved
toast-view-unpinned = no longer pinned
toast-views-imported = { $n ->
    [0] no view in it, nothing was taken in
    [one] { $n } view taken in
   *[other] { $n } views taken in
}
toast-language = Language: English
toast-filter-cleared = Filter cleared
toast-filter-part-cleared = Part of the filter cleared
toast-filter-stays = The filter stays: { $key } clears it
toast-visit-ended = Visit ended: what changes from now on will be noted
toast-visit-resumed = { $n ->
    [one] { $n } change told of again
   *[other] { $n } changes told of again
}
toast-visit-seen = { $n ->
    [one] { $n } change marked seen
   *[other] { $n } changes marked seen
}
toast-watching = { $n ->
    [one] { $n } identifier watched
   *[other] { $n } identifiers watched
}: { $ids }
toast-answered = the service knows it
toast-answered-all = { $n ->
    [one] { $n } identifier, known to the service
   *[other] { $n } identifiers, all known to the service
}
toast-answered-read = the service knows it: already read
toast-answered-unknown = { $unknown ->
    [one] { $unknown } of { $n } identifiers is not known to the service
   *[other] { $unknown } of { $n } identifiers are not known to the service
}
toast-watching-some = { $n ->
    [one] { $n } identifier watched
   *[other] { $n } identifiers watched
}, { $left ->
    [one] { $left } word left out: “{ $first }”
   *[other] { $left } words left out, “{ $first }” first
}
toast-forgotten = { $n ->
    [one] { $n } identifier no longer watched
   *[other] { $n } identifiers no longer watched
}: { $ids }
toast-woken = { $n ->
    [one] woken
   *[other] { $n } notifications woken
}

## Forms

breach-bound = identifier and type stay those of the view
breach-bytes = more than 16,384 bytes of filters, columns and sort
breach-columns = more than 64 columns
breach-filter-key = a filter is not one of those of operation views (“status” is written statut)
breach-filter-keys = more than 24 filters
breach-sort-keys = more than 4 sort keys
breach-sort-order = sort_order is asc or desc
breach-filters-shape = filters must be an object in which each key stands once
breach-columns-shape = columns must be an array of names
breach-sort-shape = sort must hold objects with sort_by and sort_order
form-create-title = New deal
form-edit-many-title = { $n ->
    [one] Owner of { $n } deal
   *[other] Owner of { $n } deals
}
form-edit-title = Edit { $name }
form-entry-field-empty = This status asks for it.
form-entry-and-more = { $n ->
    [one] { $names } and { $n } more
   *[other] { $names } and { $n } more
}
form-entry-many-title = { $n ->
    [one] { $n } deal → { $status }
   *[other] { $n } deals → { $status }
}
form-entry-several-title = { $n ->
    [one] { $n } deal to { $statuses } statuses
   *[other] { $n } deals to { $statuses } statuses
}
form-entry-note-both = The owner goes to the service with the move; the rest is kept on this machine, never sent.
form-entry-note-kept = Kept on this machine, never sent.
form-entry-reason-empty = This status asks for a reason.
form-entry-title = { $name } → { $status }
form-ids-empty = there is no identifier in this
form-ids-note = Paste identifiers, addresses, mail, CSV or JSON.
form-ids-taken = { $n ->
    [one] One identifier
   *[other] { $n } identifiers
}: { $ids }
form-ids-left = { $n ->
    [one] One word is not taken
   *[other] { $n } words are not taken
}: { $words }
form-ids-title = Identifiers to watch: { $family }
form-ids-unusable = this is no identifier of this family
form-json-wrong = this is no JSON object or array
form-add-owner = Add “{ $name }”
form-use-typed = Use “{ $name }”
form-left-out = not set
form-move-many-title = { $n ->
    [one] Move { $n } deal to
   *[other] Move { $n } deals to
}
form-new-note = The name and the asset class can’t be changed here later. The status and the owner can.
form-move-title = Move { $name } to
form-name-taken = { $n ->
    [one] A deal has this name already.
   *[other] { $n } deals have this name already.
}
form-name-empty = The name cannot be empty.
form-name-long = Longer than 255 characters: the service may refuse it.
form-note-lines = { $line } starts a new line, { $save } saves.
form-note-note = Private: kept on this machine, never sent.
form-note-title = Local note, { $name }
form-owner-free = Any name is accepted.
form-owner-many = Any name is accepted; left empty, all of them lose their owner.
form-changes-note = Words of a deal’s name, of what changed, or of who changed it. With no word, all of them.
form-changes-title = Filter the changes since the last visit
form-route-name-search = name and search do not go together
form-route-note = A path under the address of the service, with its parameters. Nothing is written.
form-route-page-offset = page and offset do not go together
form-route-title = Read a route (GET)
form-required = required
form-route-wrong = this is no path
form-service-view-note = The name changes on the service, for the delegated user.
form-task-note = The name stays here; only the status goes to the service.
form-view-all = This is the name of the view of all deals: choose another.
form-view-note = Kept on this machine: filter, columns, order, board or table.
form-view-rename-title = Rename { $name }
form-view-replaces = Another view has this name: saving once more replaces it.
form-view-state-note = As JSON. The service is sure to keep the name and the default view alone, and may refuse this.
form-view-taken = Another view has this name.
form-view-title = Save the view
form-view-update-note = Without a name, the view { $name } is updated.
menu-current = now here
menu-none = { $typed }: no such status
menu-type = type to find

## Actions: name, what it does (-why), short word of the footers (hint-)

action-act-for-user = Act for a user…
    .also = delegated user, delegation, switch user, account, profile, impersonate, on behalf of, colleague
action-act-for-user-why = Choose the user whose views, dashboards and alert preferences are shown, or the key itself.
action-add-ids = Add identifiers
    .also = watch, paste, watched identifiers
action-add-ids-why = Watch identifiers that the service does not list.
action-ask-route = Read a route
    .also = API, GET, any route, request
action-ask-route-why = Read any route of the service.
action-back = Back
action-back-why = Go back, close or clear.
action-choose-columns = Choose columns
    .also = table columns, fields shown
    .about = add, show, hide, remove, change
action-choose-columns-why = Show, hide, order and size the columns of the table; order in config.toml puts those of the board in theirs.
action-clear-filter = Clear the filter
    .also = show everything, no filter, remove filter, all deals
action-clear-filter-why = Show all again; undo brings the filter of the pipeline or of the explorer back.
action-clear-selection = Clear the selection
    .also = deselect, unselect, untick, select none
action-clear-selection-why = Select nothing any more.
action-choose-figure = Column figure
    .also = sum, average, mean, median, minimum, maximum, weighted, aggregate, total
    .about = show, choose, head
action-choose-figure-why = Choose what the column heads show: sum, average, median, weighted or nothing.
action-choose-side = Choose field by field
    .also = conflict, mine or theirs, merge, mixed
action-choose-side-why = Choose my value or the service’s for a field in conflict.
action-complete = Complete
action-next-completion = Next completion
action-next-completion-why = Point at the next completion in the list under the filter; Enter takes it.
action-previous-completion = Previous completion
action-previous-completion-why = Point at the completion before in the list under the filter.
action-complete-previous = Complete backwards
action-complete-previous-why = Put the completion before the one taken in its place.
action-complete-why = Take the likeliest end of the word being typed; once more, the next one.
action-copy = Copy
    .also = clipboard, identifier, yank
    .about = { palette-words-deal }, line, name
action-copy-as = Copy…
    .also = clipboard, spreadsheet, TSV, Markdown, handover, shift, copy a table
    .about = { palette-words-deal }
action-copy-as-why = Choose what to copy: identifier, name, rows for a spreadsheet, hand-over, facts of a request.
action-copy-why = Copy the focused identifier or line, or the facts of a refused write.
action-edit-keys = Change a key
action-edit-keys-why = Open config.toml in $EDITOR, at the key looked for; it applies as soon as the editor is closed.
action-default-view = Open at the start
    .also = default view, start view, home
    .about = { palette-words-view }
action-default-view-why = Open this view at the start, or no longer; of a view of the service, make it the default there.
action-delete-deal = Delete
    .also = remove, trash, duplicate, erase, discard, throw away, bin, destroy, get rid, deletion
    .about = { palette-words-deal }, put, move
action-delete-deal-why = Delete the deal; ten seconds to undo, then for good.
action-delete-view = Delete the view
    .also = remove, erase, bin
    .about = { palette-words-view }
action-delete-view-why = Forget the view; the deals do not change.
action-discard-write = Discard the write
    .also = drop, forget, cancel the write
    .about = { palette-words-write }, delete, remove
action-discard-write-why = Forget a write that waits or was refused.
action-discover = Look for lists
    .also = discover, probe, postman
action-discover-why = Look for unknown lists, one read each.
action-edit-deal = Edit
    .also = owner, reassign, assign, responsable, change, modify, update, correct, hand over, manager
    .about = { palette-words-deal }
action-edit-in-place = Edit in place
    .also = cell, inline
    .about = { palette-words-deal }
action-edit-deal-why = Change the deal’s owner.
action-edit-in-place-why = Edit the cell that has the focus; elsewhere than in the table, the owner of the deal.
action-edit-task = Edit the task
    .also = change, modify, rename
action-edit-task-why = Change its status, or the name given here.
action-edit-text = Open in the editor
action-edit-text-why = Edit the text being typed in $EDITOR.
action-edit-view-state = Edit filters and columns
action-edit-view-state-why = Change filters, columns and sort of a view of the service.
action-edit-views = Edit views as text
    .also = editor
    .about = { palette-words-view }
action-edit-views-why = Open every view in the editor, to paste or to send some.
action-end-visit = Mark changes seen
    .also = seen, visit
action-end-visit-why = End the visit: what changed until now has been seen.
action-filter = Filter
    .also = search, find, look for, query, where is, refine, narrow
    .about = { palette-words-deal }
action-filter-why = Show only what matches: words, status:, class:, owner:, ltv>, age>.
action-focus-down = Focus down
action-focus-down-why = Go to the next item.
action-focus-first = First
action-focus-first-why = Go to the first item.
action-focus-last = Last
action-focus-last-why = Go to the last item.
action-focus-left = Focus left
action-focus-left-why = Go to the previous column that has deals.
action-focus-right = Focus right
action-focus-right-why = Go to the next column that has deals.
action-focus-up = Focus up
action-focus-up-why = Go to the previous item.
action-fold-column = Fold the column
    .also = collapse, hide, shrink
    .about = status
action-unfold-column = Unfold the column
action-fold-column-why = Reduce the column to its name and count, or open it again.
action-forget-id = Stop watching
    .also = unwatch, unfollow, stop watching
    .about = identifier
action-forget-id-why = Forget a watched identifier; nothing changes on the service.
action-group-similar = Group similar titles
    .also = duplicates, repeats
    .about = { palette-words-notification }
action-group-similar-why = Let titles that differ in figures alone stand together, or apart.
action-help = Help
    .also = keys, shortcuts, keyboard, manual, documentation, cheat sheet, support
    .about = { palette-words-program }
action-help-why = The keys in force on this screen.
action-local-note = Local note
    .also = comment, private note, annotate, memo, remark, write a note
    .about = { palette-words-deal }, add, take, new, make
action-local-note-why = Write a private note on the deal or the notification, kept here alone.
action-lower-line = Move down
action-lower-line-why = Put the column further right in the table.
action-keep-mine = Keep my value
    .also = my version, force, overwrite
    .about = { palette-words-write }, conflict, resolve
action-keep-mine-why = Send what was written here over what the service holds.
action-mark-all-read = Mark all read
    .also = read all, handle all
    .about = { palette-words-notification }
action-mark-all-read-why = From the list: mark every notification shown as read; twice to confirm.
action-mark-read = Mark read
    .also = mark as read, handle, done
    .about = { palette-words-notification }
action-mark-read-why = Mark the notification read and go to the next.
action-move-next = Move to next status
    .also = advance, next stage, step forward
    .about = { palette-words-deal }
action-move-next-why = Move the deal to the next column.
action-move-previous = Move to previous status
    .also = step back, previous stage, backwards
    .about = { palette-words-deal }
action-move-previous-why = Move the deal to the previous column.
action-move-to = Move to…
    .also = status, stage, phase, column, change status, change stage
    .about = { palette-words-deal }
action-move-to-why = Choose the deal’s status.
action-narrow-column = Narrow the column
    .also = width, thinner, shrink
action-narrow-column-why = Give the column less room.
action-new-deal = New deal
    .also = create, add, new record, new opportunity, insert, creation
    .about = { palette-words-deal }, new
action-new-deal-why = Create a deal in the service.
action-next-deal = Next deal
    .about = { palette-words-deal }
action-next-deal-why = Open the next deal of the column.
action-next-page = Next page
action-next-page-why = The next page of the route.
action-next-pane = Next pane
action-next-pane-why = Give the focus to the next pane.
action-only-slow = Slow deals only
    .also = stale, rotting, late, old, stuck, stalled, dormant, overdue, follow up
    .about = { palette-words-deal }
action-only-slow-why = Of the deals shown keep those that stand too long in one status, or all of them again.
action-only-writes = Writes only
    .also = filter, requests, put, post
action-only-writes-why = Of the requests show those that change something, or all of them again.
action-next-view = Next view
action-next-view-why = Go to the next saved view.
action-open = Open
action-open-why = Open what has the focus, or confirm.
action-page-down = Page down
action-page-down-why = Go down one page.
action-page-up = Page up
action-page-up-why = Go up one page.
action-palette = Commands
    .also = palette, actions
action-palette-why = Find and run an action, a deal, a view or a screen.
action-pin-view = Pin
    .also = favourite, favorite, bookmark, unpin
    .about = { palette-words-view }
action-pin-view-why = Pin the view with its count, or unpin it.
action-present = Presentation
    .also = projector, meeting, committee, full screen, slideshow, big screen, F11
    .about = mode
action-present-why = Large type and nothing but the deals, for a projector.
action-previous-deal = Previous deal
    .about = { palette-words-deal }
action-previous-deal-why = Open the previous deal of the column.
action-previous-page = Previous page
action-previous-page-why = The page of the route before.
action-previous-pane = Previous pane
action-previous-pane-why = Give the focus to the previous pane.
action-previous-view = Previous view
action-previous-view-why = Go to the previous saved view.
action-quit = Quit
    .also = leave, close, exit, terminate, shut down
    .about = { palette-words-program }
action-quit-why = Close Encours; waiting writes stay kept.
action-raise-line = Move up
action-raise-line-why = Put the column further left in the table.
action-redo = Redo
    .also = again, repeat, ctrl+y
    .about = { palette-words-change }
action-redo-why = Make the undone change again.
action-refresh = Refresh
    .also = reload, read again, synchronise, sync, freshness, up to date, update, fetch, F5
    .about = { palette-words-deal }, data, screen, list, page
action-refresh-why = Read everything from the service again.
action-rename-view = Rename the view
    .also = change the name, call
    .about = { palette-words-view }
action-rename-view-why = Give the view another name.
action-retry-bulk = Send the refused again
action-retry-bulk-why = Send again what the service refused.
action-retry-write = Send again
    .also = retry, try again, resend
    .about = { palette-words-write }
action-retry-write-why = Send a write that waits or was refused again now.
action-save-view = Save the view
    .also = keep, save the filter, new view, remember, store
    .about = filter, search, create, add
action-save-view-why = Keep the filter, the columns and the order under a name.
action-screen-activity = Activity
action-screen-activity-why = What waits, what was refused, what was asked.
action-screen-deal = Deal
action-screen-deal-why = The deal opened last.
action-screen-explorer = Explorer
action-screen-explorer-why = Operations, funds, SPVs, operators, any route that can be read.
action-screen-notifications = Notifications
action-screen-notifications-why = Notifications to handle, alerts and their preferences.
action-screen-pipeline = Pipeline
action-screen-pipeline-why = Deals by status.
action-screen-portfolio = Portfolio
action-screen-portfolio-why = Totals, breakdowns and the entity.
action-screen-tasks = Tasks
action-screen-tasks-why = The board of tasks.
action-screen-views = Views
action-screen-views-why = Views of deals and of the service, dashboards.
action-select-all = Select all
    .also = tick all, pick all, everything
    .about = { palette-words-deal }, { palette-words-notification }
action-select-all-why = Select everything shown.
action-select-deal = Select
    .also = tick, pick, choose, selection
    .about = { palette-words-deal }, { palette-words-notification }
action-select-deal-why = Add the deal or the notification to the selection, or take it out.
action-select-range = Select from here to…
    .also = range, interval
    .about = { palette-words-deal }, { palette-words-notification }
action-select-range-why = Select everything between here and where the focus goes; once more ends it.
action-show-bulk = Change of many deals
    .also = bulk, batch, several, mass change, mass edit
    .about = { palette-words-deal }
action-show-bulk-why = See how far the change of many deals is, and what came of each.
action-show-since = Since the last visit
    .also = diff, changes, history, news, what is new, what changed, updates
action-show-since-why = What changed since the last visit, and when. What was not looked at here is told again the next time.
action-snooze = Snooze
    .also = remind later, postpone, defer, later
    .about = { palette-words-notification }
action-snooze-why = Let it sleep until a moment, or wake it; here only.
action-sort-also = Sort by this column too
    .also = second sort, secondary sort, then by
    .about = { palette-words-deal }
action-sort-also-why = Add the column to the sort keys, four at most.
action-sort-column = Sort by this column
    .also = sort the table, order, arrange
    .about = { palette-words-deal }
action-sort-column-why = Sort by the focused column; again the other way, then not at all.
action-star = Star
    .also = favourite, favorite, bookmark, flag
    .about = { palette-words-notification }
action-star-why = Star it, or take the star away; here only.
action-stop-bulk = Stop
action-stop-bulk-why = Take back what has not left yet.
action-switch-language = Switch language
    .also = French, English, translation, translate, locale
    .about = { palette-words-program }, change, interface, set, turn
action-switch-language-why = Go from English to French, and back.
action-switch-theme = Switch theme
    .also = appearance, colours, contrast, light, dark, accessibility, colour blindness, style, skin
    .about = { palette-words-program }, mode, change
action-switch-theme-why = Go to the next theme.
action-toggle-chart = Chart or table
    .also = graph, plot, curve
action-toggle-chart-why = Show the chart, or the same numbers as a table.
action-show-menu = Open the menu
    .also = context menu, right click
action-show-menu-why = Show what can be done with the card or the row, as the other button of the mouse does.
action-toggle-density = Comfortable or compact
    .also = density, high cards, small cards, tight, spacing
    .about = display, mode, view
action-toggle-density-why = Give the cards three lines, or two.
action-toggle-line = Show or hide
action-toggle-line-why = Show or hide the column of the line.
action-toggle-metrics = Strip of figures
    .also = tiles, metrics, totals, kpi, summary, key figures, statistics, stats
    .about = show, hide
action-toggle-metrics-why = Show the figures over the deals, or hide them.
action-toggle-table = Board or table
    .also = list, grid, columns, rows, table view, board view, list view
    .about = view, mode, display, switch, show
action-toggle-table-why = See the same deals in columns by status, or one a row.
action-take-theirs = Keep the service’s value
    .also = their version, accept
    .about = { palette-words-write }, conflict, resolve
action-take-theirs-why = Leave what the service holds and forget what was written here.
action-toggle-tree = Table or tree
    .also = raw answer, JSON
action-toggle-tree-why = Show records as a table, or the answer as a tree.
action-turn-lanes = Lanes
    .also = by owner, by class, swimlanes, group by
    .about = show, cards
action-turn-lanes-why = Lanes by owner, by asset class, or none.
action-sign-in = Sign in…
    .also = log in, login, give the key, paste the secret, password, authenticate, reconnect, credentials
    .about = { palette-words-program }
action-sign-in-why = Give the secret of the key anew; what was read and what waits stay.
action-sign-out = Sign out…
    .also = log out, logout, remove the key, switch key, forget the key
    .about = { palette-words-program }
action-sign-out-why = Take the secret of the key off this machine; what was read and what waits stay.
action-recreate-deal = Recreate the deleted deal
    .also = restore, undelete, bring back, recover, get back, restoration
    .about = { palette-words-deal }
action-recreate-deal-why = Create the deal again whose deletion has left: new id, no notes or other fields.
action-undo = Undo
    .also = take back, revert, cancel, ctrl+z
    .about = { palette-words-change }
action-undo-why = Take the last change back.
action-update-view = Update the view
action-update-view-why = Keep what is shown under the view’s name.
action-views = Views
    .also = saved views, open a view, my views, switch view, change view, saved filters
action-views-why = Open a saved view.
action-widen-column = Widen the column
    .also = width, wider
action-widen-column-why = Give the column more room.
action-zoom-in = Larger
    .also = zoom, text size, enlarge, bigger, font, magnify
    .about = text, screen, size
action-zoom-in-why = Show everything larger, by a tenth.
action-zoom-out = Smaller
    .also = zoom, text size, font, shrink
    .about = text, screen, size
action-zoom-out-why = Show everything smaller, by a tenth.
action-zoom-reset = Original size
    .also = zoom, text size, font, normal size
action-zoom-reset-why = Show everything at its original size.
hint-act-for = act for them
hint-add-ids = add
hint-apply = apply
hint-ask-route = route
hint-back = back
hint-read = read
hint-board = board
hint-browse = browse
hint-chart = chart ⇄ table
hint-choose-side = field by field
hint-choose = choose
hint-clear = clear
hint-close = close
hint-columns = columns
hint-complete = complete
hint-confirm = confirm
hint-default = at start
hint-default-service = default
hint-discover = look for lists
hint-edit-state = filters
hint-end-visit = seen
hint-fold = fold
hint-give-up = cancel
hint-next-field = next field
hint-order = order
hint-owner = owner
hint-page = page
hint-pin = pin
hint-unpin = unpin
hint-range = range
hint-rename = rename
hint-create = create
hint-save = save
hint-series = series
hint-snooze = snooze
hint-star = star
hint-take-theirs = the service’s
hint-copy = copy
hint-copy-export = copy, export
hint-decide = decide the conflict
hint-delete-deal = delete
hint-discard-write = discard
hint-edit-deal = edit
hint-filter = filter
hint-help = help
hint-local-note = local note
hint-edit-keys = change a key
hint-next-screen = other screen
hint-keep-anew = create it anew
hint-keep-mine = my value
hint-mark-all-read = mark all
hint-mark-read = read, then next
hint-list = open the list
hint-move = move
hint-move-to = move to…
hint-narrow = narrow
hint-new-deal = new
hint-next-deal = next deal
hint-next-pane = pane
hint-open = open
hint-operations = operations
hint-palette = commands
hint-refresh = refresh
hint-retry-write = send again
hint-send-choice = send
hint-run = run
hint-select = select
hint-show = show
hint-sort = sort
hint-stop = stop
hint-unfold = unfold
hint-table = table
hint-tree = table ⇄ tree
hint-undo = undo
hint-undo-many = { $n ->
    [one] undo { $n } change
   *[other] undo { $n } changes
}
hint-undo-note = undo the note on “{ $name }”
hint-undo-of = undo “{ $name }”
hint-undo-seen = undo “changes seen”
hint-update = update
hint-views = views
hint-watch = watch
hint-width = width

## Why an action is unavailable

reason-already-read = already read
reason-dropped-in-place = Nothing was moved: it is there already
reason-dropped-outside = Nothing was moved: dropped beside the columns
reason-dropped-on-no-status = Nothing was moved: no deal can be given no status
reason-dropped-on-other-class = Nothing was moved: the server alone gives a deal its asset class
reason-already-so = it is so already
reason-indicator-figured = read-only, the service figures this indicator
reason-age-figured = read-only, this age is figured here, from the last change of status
reason-field-read-only = read-only, of a deal only status and owner can be changed
reason-being-sent = the write is being sent
reason-deal-gone = this deal is gone
reason-first-page = no page was read before this one
reason-kept-shut = this profile may not send this write
reason-first-status = already in the first status
reason-last-page = the answer says that nothing follows
reason-last-status = already in the last status
reason-may-not-write-deals = the key may not write deals (deals:write)
reason-no-deal = no deal has the focus
reason-no-editor = no editor is chosen: set EDITOR or VISUAL, then start again
reason-no-conflict = no write in conflict has the focus
reason-board-alone = on the board alone
reason-list-alone = in the list alone: Esc leads back to it
reason-no-notification = no notification has the focus
reason-no-service-view = no view of the service has the focus
reason-no-table = the table is not shown here
reason-table-alone = in the table alone
reason-being-read = what it is about is still being read
reason-no-task = no task has the focus
reason-no-probability = config.toml gives no probability
reason-last-series = one series of a chart is drawn in any case
reason-no-trend = nothing has been observed yet
reason-no-view = choose one of your own views of deals
reason-no-views = no saved view
reason-no-filter = no filter is set
reason-filter-unread = mend the filter first
reason-no-write = no write has the focus
reason-not-created-yet = the service has not created this deal yet
reason-close-first = close what is open first (Esc)
reason-not-here = does not apply on this screen
reason-not-watchable = nothing can be watched here
reason-not-watched = this is not watched
reason-nothing-failed = nothing was refused
reason-nothing-runs = none was begun: select deals, then move or edit
reason-nothing-selected = no deal is selected
reason-nothing-shown = nothing is open
reason-nothing-to-export = nothing is shown that could be exported
reason-status-aside = what follows parks the deal or ends it: choose it by “Move to…”
reason-task-not-carried = a task is moved by the keys of its statuses or by “Move to…”
reason-nothing-to-complete = nothing completes this word
reason-nothing-to-copy = nothing to copy
reason-no-deal-named = this notification names no deal of the list
reason-nothing-to-open = nothing to open
reason-nothing-deleted = no deletion has been sent
reason-recreated-already = a deal of this name has been created since
id-none-yet = given by the service once the deal is created
reason-signed-in = the service accepts the key that is here
reason-no-key-here = the key was not given on this machine
reason-nothing-to-redo = nothing to redo
reason-nothing-to-undo = nothing to undo
reason-nothing-unread = no unread notification is shown
reason-window-only = the terminal sets its own type
reason-no-config = the demo reads no configuration
reason-withheld = Encours was started with --offline
reason-no-status-chosen = choose a status first

## Help

help-act = Act on a deal
help-act-task = Act on a task
help-cells = Extend the cells
help-copy = Copy, copy otherwise
help-delete = Delete ({ $n } s to undo)
help-ends = First, last
help-focus = Focus
help-focus-figures = Rows and breakdowns; series
help-focus-series = Rows; series
help-look-for = look for a key or an action
help-mark-all = Mark all read (twice)
help-mark-all-list = Mark the whole list read (twice)
help-choose-columns = Columns of the table
help-move-card = Previous, next status
help-note-editor = Local note, in $EDITOR
help-on-screen = { $screen }, screen { $key }
help-or = (or { $keys })
help-order = Sort, the other way
help-pages = Previous, next page
help-panes = Next, previous pane
side-terminal = terminal only
side-window = window only
help-quit = Quit (Ctrl+C: a form first)
help-screens = Screens
help-select = Selection, range
help-sort = Sort by the column, by it too
help-turn-deals = Previous, next deal
help-turn-pages = Previous, next page
help-turn-views = Previous, next view
help-undo = Undo, redo
help-views = Open, save a view
help-visit = Since the last visit, all seen
help-width = Column narrower, wider
help-zoom = Smaller, original size, larger
help-bindings-note = keys in force, screen { $screen }
help-everywhere = Everywhere
help-find = Choose and find
help-lists = Tasks, views, explorer
help-move = Move around
help-notifications = Notifications
help-title = Help
help-nothing-found = Nothing of that name here. The palette ({ $key }) looks everywhere.
help-without-key = From the palette
help-writes = Waiting writes
help-unavailable = Unavailable here, and why

## Commands

palette-about-looks = mode, theme, look, appearance, colour, color, switch, turn, enable, disable, interface, display
palette-about-places = go, open, show, see, view, display, screen, page, tab, pane, list, back, all
palette-about-views = view, open, show, see, go, filter
palette-small-words = a an the of to for in on at by with without from and or my this that these those its it is i want please
palette-words-change = change, edit, action, last
palette-words-deal = deal, record, opportunity, project, card
palette-words-notification = notification, alert, message
palette-words-program = application, app, program, window, encours
palette-words-view = view, filter
palette-words-write = write, request, sending, change
palette-elsewhere = on: { $where }
palette-actions = Actions
palette-count = { $n } of { $total }
palette-count-in = { $group }: { $count }
palette-deals = Deals
palette-deals-first = Deals, the first { $n }
palette-found = { $n ->
    [one] { $n } result
   *[other] { $n } results
}
palette-screens = Screens
palette-title = Commands
palette-views = Views

## Filter: errors, each with its column

query-ambiguous = “{ $value }” may be { $candidates }
query-apart = “{ $value }” is in pieces; write { $whole }
query-at-column = column { $column }: { $error }
query-bad-age = unreadable age: “{ $value }”; for example age>15d
query-bad-band = “{ $value }” is no number, and none of OK, watch, alert and none
query-bad-number = unreadable number: “{ $value }”; for example ltv>65%
query-field-needs-text = “{ $field }” takes “:” and a name, for example { $field }:ic
query-field-needs-value = “{ $field }” takes a value
query-help-age = age>15d
query-help-age-why = days in the status
query-help-and = parc and ltv>65%
query-help-and-why = both; and, et, && or a space
query-help-band = ltv:alert,watch
query-help-band-why = a band, by the house’s limits
query-help-class = class:offices
query-help-class-why = an asset class
query-help-complete = complete: next, previous
query-help-me = owner:me
query-help-me-why = my deals (palette: I am …)
query-help-missing = ltv:none
query-help-missing-why = not provided
query-help-not = -status:lost
query-help-not-why = all but this
query-help-owner = owner:"A. Martin"
query-help-owner-why = an owner
query-help-phrase = "le parc"
query-help-phrase-why = exactly these words
query-help-ratio = ltv>=65% dscr<1.2
query-help-ratio-why = ratios, together
query-help-status = status:ic,closing
query-help-status-why = one of these statuses
query-help-title = Filter
query-help-words = parc lyon
query-help-words-why = names with these parts, whatever accents and case
query-joins-two = “{ $word }” goes between two conditions, a space on each side; in a name, quote it
query-lone-minus = “-” takes a term to exclude
query-negative = “{ $value }” is below -200%; write { $value }% or a fraction
query-no-band = “{ $field }” has no limits and so no bands; compare it with a number
query-no-field = “{ $word }” comes after the name of a figure, ltv>65%; in a name, quote it
query-no-groups = no groups in brackets: all conditions hold together; alternatives take commas, status:ic,closing; in a name, quote them
query-no-not = no “{ $word }” in a filter: a minus leaves deals out, -status:lost; in a name, quote it
query-no-or = no “{ $word }” in a filter: all conditions hold together; alternatives take commas, status:ic,closing; in a name, quote it
query-no-sign = “{ $word }” means nothing in a filter: a word is any part of a name; in a name, quote it
query-no-word = no “{ $word }” in a filter: conditions such as ltv>65% or status:ic stand side by side, and all hold; in a name, quote it
query-percent = “{ $value }” is beyond 200%; write { $value }% or a fraction
query-too-long = filter too long
query-unclosed-quote = quote not closed
query-unknown-field = unknown field: “{ $field }” (known: status, class, owner, age, ltv, dscr, crd…)

## Bands

band-alert = alert
band-none = n/p
band-ok = OK
band-watch = watch

## Vocabulary

alert-type-document_manquant = Missing document
alert-type-echeance = Maturity
alert-type-kyc_expire = KYC expired
alert-type-reporting_du = Reporting due
alert-type-retard = Late payment
alert-type-seuil_dscr = DSCR limit
alert-type-seuil_ltv = LTV limit
asset-class-alternatif = Alternative
asset-class-alternatif-short = Altern.
asset-class-bureaux = Offices
asset-class-commerces = Retail
asset-class-foncier = Land
asset-class-hotels_tourisme = Hospitality
asset-class-hotels_tourisme-short = Hotels
asset-class-logistique_activite = Logistics & light industrial
asset-class-logistique_activite-short = Logistics
asset-class-mixte = Mixed use
asset-class-mixte-short = Mixed
asset-class-residences_gerees = Serviced residential
asset-class-residences_gerees-short = Serviced
asset-class-residentiel = Residential
asset-class-residentiel-short = Resid.
asset-class-sante_education = Healthcare & education
asset-class-sante_education-short = Health
crd-source-financing_tranches = financing tranches
crd-source-operation_data = operation data
deal-status-closing = Closing
deal-status-due_diligence = Due diligence
deal-status-due_diligence-short = Due dil.
deal-status-ic = Investment committee
deal-status-ic-short = Committee
deal-status-lost = Lost
deal-status-lost-short = Lost
deal-status-on_hold = On hold
deal-status-on_hold-short = On hold
deal-status-screening = Screening
deal-status-screening-short = Screening
deal-status-sourcing = Sourcing
deal-status-structuring = Structuring
deal-status-structuring-short = Struct.
deal-status-term_sheet = Term sheet
deal-status-term_sheet-short = Term sheet
investment-type-bridge = Bridge
investment-type-dette_mezzanine = Mezzanine
investment-type-dette_senior = Senior debt
investment-type-fonds_propres = Equity
investment-type-marchand_de_biens = Property trading
investment-type-obligations_convertibles = Convertible bonds
investment-type-obligations_convertibles-short = Convertibles
investment-type-promotion = Development
investment-type-whole_loan = Whole loan
kpi-crd_mezzanine = Outstanding mezzanine principal
kpi-crd_mezzanine-short = Mezz. principal
kpi-crd_senior = Outstanding senior principal
kpi-crd_senior-short = Senior principal
kpi-crd_total = Outstanding principal
kpi-crd_total-short = Principal
kpi-debt_yield = Debt yield
kpi-debt_yield-short = Debt yield
kpi-debt_yield-shortest = Yield
kpi-dscr = DSCR
kpi-dscr-short = DSCR
kpi-icr = ICR
kpi-icr-short = ICR
kpi-ltc = LTC
kpi-ltc-short = LTC
kpi-ltv = LTV
kpi-ltv-short = LTV
kpi-meaning-debt_yield = net operating income ÷ outstanding principal
kpi-meaning-dscr = debt service coverage
kpi-meaning-icr = interest coverage
kpi-meaning-ltc = loan to cost
kpi-meaning-ltv = loan to value
kpi-noi = Net operating income
kpi-noi-short = NOI
kpi-pct_perte_estimee = Estimated loss
kpi-pct_perte_estimee-short = Loss
kpi-risk_score_simple = Risk score
kpi-risk_score_simple-short = Score
kpi-service_dette = Debt service
kpi-service_dette-short = Debt service
kpi-valeur_venale = Market value
kpi-valeur_venale-short = Value
operation-status-cloture = Closed
operation-status-contentieux = Litigation
operation-status-en_cours = Performing
operation-status-instruction = Under review
operation-status-precontentieux = Pre-litigation
operation-status-prorogation = Extended
operation-status-remboursee = Repaid
operation-status-retard = Late
reporting-mode-calendaire = calendar
reporting-mode-glissant = rolling
severity-critical = critical
severity-info = info
severity-warning = warning
task-statut-a_faire = To do
task-statut-bloque = Blocked
task-statut-en_cours = Doing
task-statut-fait = Done
task-statut-prep = Prep
task-statut-revue = In review

## Command line

cli-access-token = Token
cli-added-at = Watched since
cli-answer = Answer
cli-as-user = Delegated user
cli-attempts = Times sent
cli-base-url = Service
cli-body = Content
cli-change = Change
cli-checked-at = Checked
cli-clock-off = The clock of this machine differs from the service’s by { $s } s; signatures are corrected.
cli-confirm-delete = { $n ->
    [one] Delete { $n } deal from the service, for good?
   *[other] Delete { $n } deals from the service, for good?
}
cli-confirm-discard = { $n ->
    [one] Give up { $n } write? What was entered is lost.
   *[other] Give up { $n } writes? What was entered is lost.
}
cli-discard-doubt = { $n ->
    [one] The outcome of { $n } write is unknown: the service may have applied it.
   *[other] The outcome of { $n } writes is unknown: the service may have applied them.
}
cli-discard-found-again = { $n ->
    [one] { $n } write was saved from a damaged file: it may have been sent before.
   *[other] { $n } writes were saved from a damaged file: they may have been sent before.
}
cli-gone-already = { $id } was deleted at the service already: nothing is left to do.
cli-waiting-for-gone = { $n ->
    [one] { $n } write to it waits; sent, it will be in conflict and yours to decide.
   *[other] { $n } writes to it wait; sent, they will be in conflict and yours to decide.
}
cli-confirm-keys = [y/N]
cli-confirm-api-delete = Send DELETE { $path }?
cli-confirm-purge = Delete the profile { $profile } and everything this machine keeps for it?
cli-created-at = Asked for
cli-date = Date
cli-default = Default
cli-deleted = Deleted
cli-doctor-absent = The service does not offer this route.
cli-doctor-advice = To do
cli-doctor-as-read = As read
cli-doctor-attention = attention
cli-doctor-check = Check
cli-doctor-clock = Clock
cli-doctor-clock-do = Set the clock of this machine; until then signatures are corrected.
cli-doctor-configuration = Configuration
cli-doctor-detail = Finding
cli-doctor-failed = failed
cli-doctor-files = Files kept here
cli-doctor-files-do = encours doctor --repair sets the file aside, saves what can be read of it and has the rest read again.
cli-doctor-files-good = every row is as it was written
cli-doctor-files-skipped = { $file } is large and was not read
cli-doctor-files-skipped-do = encours doctor --deep reads it, too.
cli-doctor-files-writes = { $n ->
    [one] { $n } write that waits is damaged and is never sent
   *[other] { $n } writes that wait are damaged and are never sent
}
cli-doctor-files-writes-do = See encours outbox list; give it up with encours outbox discard and enter it again.
cli-doctor-in-company = another window or command of Encours has the files open; close it first
cli-doctor-repaired-do = encours sync reads again what the service still has.
cli-doctor-good = good
cli-doctor-key = Key and address
cli-doctor-keyring = System keyring
cli-doctor-keyring-do = Without one, encours login keeps the secret in a file that a passphrase opens.
cli-doctor-keyring-silent-do = Unlock it or start it again, then run encours doctor once more; meanwhile ENCOURS_SECRET gives the secret.
cli-doctor-keyring-works = keeps what it is given
cli-doctor-damaged-do = Keep a copy elsewhere if you want one, then move the file away or delete it.
cli-doctor-outbox = waiting: { $waiting }, to decide: { $parked }
cli-doctor-outbox-do = See encours outbox list.
cli-doctor-proxy = Proxy
cli-doctor-result = Result
cli-doctor-rights = Right
cli-doctor-secret = Secret
cli-doctor-settings = Settings
cli-doctor-sign-in = Sign-in
cli-doctor-store = Local data
cli-created-again = “{ $name }” was deleted at the service and is created again: under a new id, and without the notes of the one that was deleted.
cli-already-so = It is so already, as far as is known here: nothing is sent and nothing is queued.
cli-already-so-there = The service has it so already: nothing was sent.
cli-deletion-asked-before = The deletion of this deal was asked for before, as the write { $id }: this one is that one.
cli-deletion-asked-again = the deletion was asked for before, as the write { $id }
cli-taken-back = The write { $id } that waited is taken back: neither it nor this one is sent.
cli-unread = { $id } was never read on this machine, and neither was the whole list: whether there is such a deal is known once this is sent
cli-unread-task = { $id } was never read on this machine: whether there is such a task is known once this is sent
cli-deletion-waits = This deal is to be deleted: the deletion { $id } waits in the outbox. encours outbox discard { $id } takes it back.
cli-deletion-in-doubt = The outcome of the deletion { $id } of this deal is unknown: it may be deleted already. encours outbox retry { $id } finds out.
cli-unsettled = The service has applied this write; what it answered could not be kept here, so the write { $id } stays in the outbox and is compared before anything is sent again. Once there is room: encours outbox retry { $id }.
cli-never-created = { $id } had not been created at the service yet: nothing of it is sent.
cli-not-as-sent = The service answered another value than the one sent: { $fields }. What it answered is printed above.
cli-write-refused = this write was sent and refused: nothing was changed, and nothing is kept
cli-write-undiscarded = this write was sent and refused: nothing was changed; it stays in the outbox, because nothing more can be kept here: encours outbox discard { $id } gives it up
cli-offline-waits = writes that wait on this machine: { $n } (encours outbox list)
cli-write-parked = this write stays, refused: encours outbox retry { $id } sends it again as it is, encours outbox discard { $id } gives it up
cli-write-stays = this write had been kept before, and stays: encours outbox retry { $id } sends it
cli-write-stands-refused = this write stands as it did, refused before: encours outbox retry { $id } tries it again, encours outbox discard { $id } gives it up
cli-write-stands-conflict = this write stands as it did, in conflict: encours outbox retry { $id } tries it again, encours outbox discard { $id } leaves the service’s
cli-write-not-kept = this write was not sent and not kept: ask for it again
cli-query-code-unknown = No deal read has the code “{ $value }”, and no usual status or class is called so.{ $n ->
    [0] {""}
   *[other] {" "}Near to it: { $near }.
}
cli-query-owner-unknown = No deal read is owned by “{ $value }”.{ $n ->
    [0] {""}
   *[other] {" "}Near to it: { $near }.
}
cli-status-unknown = No deal read here was ever in the status { $status }, and with --offline the service cannot be asked whether there is one. Known are { $known }.
cli-doubt-list-moved = The list moved while it was read: read it again for the exact state.
cli-copy = Copy
cli-settings = Settings
cli-settings-differ = { $n ->
    [one] 1 setting differs and stays as it is here: --replace takes the one given.
   *[other] { $n } settings differ and stay as they are here: --replace takes those given.
}
cli-settings-taken = { $n ->
    [0] Nothing was missing: nothing was changed.
    [one] 1 setting was taken.
   *[other] { $n } settings were taken.
}
cli-settings-unreadable = { $n ->
    [one] 1 setting cannot be read by this version and was left out.
   *[other] { $n } settings cannot be read by this version and were left out.
}
cli-settings-would = { $n ->
    [0] Nothing would be changed.
    [one] 1 setting would be taken; nothing was changed.
   *[other] { $n } settings would be taken; nothing was changed.
}
cli-taken-added = added
cli-taken-differs = differs
cli-taken-joined = joined
cli-taken-replaced = replaced
cli-taken-same = the same
cli-taken-unreadable = cannot be read
cli-empty = No result.
cli-environment = Environment
cli-error = Error:
cli-error-auth-do = Check the key and its secret, or save them: encours login.
cli-error-auth-kept = Nothing has changed at the service.
cli-error-auth-what = The service did not accept the key.
cli-error-conflict-do = Read the resource again, then decide.
cli-error-conflict-kept = Nothing was overwritten at the service.
cli-error-conflict-what = The service refused the write: it conflicts with another one.
cli-error-delegated-capability-do = Ask the administrator of the key for this capability.
cli-error-delegated-capability-what = The key lacks the capability that this route needs.
cli-error-delegated-forbidden-do = Ask the administrator of the key: scope, user allowlist, capability and approval of the user all count.
cli-error-delegated-forbidden-what = The key or the delegated user does not have this right.
cli-error-delegated-header-do = Name the user with --as-user, and check the name of the header in the profile: delegated_header.
cli-error-delegated-header-what = The service did not get exactly one header that names the delegated user.
cli-error-delegated-not-allowed-do = Ask the administrator of the key to put the user on its allowlist.
cli-error-delegated-not-allowed-what = The key may not act for this user: its user allowlist does not have them.
cli-error-delegated-not-approved-do = Ask an administrator of the entity to approve the user.
cli-error-delegated-not-approved-what = The delegated user is not approved.
cli-error-delegated-own-rights-do = Act for a user who may do this.
cli-error-delegated-own-rights-what = The delegated user does not have this right themselves.
cli-error-delegated-unknown-user-do = Check the identifier given with --as-user.
cli-error-delegated-unknown-user-what = The entity of this key has no such user.
cli-error-declined-what = Not confirmed.
cli-error-declined-kept = Nothing was done and nothing is queued.
cli-error-declined-do = To go on without the question: --yes.
cli-error-forbidden-do = Ask the administrator of the key: scope, route and address can each be restricted.
cli-error-forbidden-kept = Nothing has changed at the service.
cli-error-forbidden-what = The service refuses this to the key.
cli-error-incomplete-what = The list did not come whole.
cli-error-incomplete-kept = What came was printed.
cli-error-in-doubt-what = The service did not confirm the write; it may have been applied.
cli-error-in-doubt-kept = The write is kept in the outbox with its key.
cli-error-in-doubt-do = Send it again from the outbox: it will be done once only. Do not enter it anew.
cli-error-incomplete-do = Run the command again; if the same is missing, give it to the service’s support.
cli-error-sync-incomplete-do = Run encours sync again; if as many are missing each time, give it to the service’s support.
cli-error-sync-incomplete-kept = What came is kept on this machine; of what did not come, what was read before stays as it was.
cli-error-sync-incomplete-what = Not all deals came.
cli-error-interrupted-do = Run the command again to go on.
cli-error-interrupted-kept = A write that was not confirmed stays in the outbox: encours outbox list.
cli-error-interrupted-what = Interrupted.
cli-error-invalid-do = Correct the request, then try again.
cli-error-invalid-kept = Nothing has changed at the service.
cli-error-invalid-what = The service refused the request as it is written.
cli-error-keyring-do = Without a keyring, keep the secret in a file that a passphrase opens (encours login --passphrase-file, with ENCOURS_PASSPHRASE where nobody can be asked), or give it in ENCOURS_SECRET or through the profile’s credential_command.
cli-error-keyring-kept = Nothing was saved.
cli-error-keyring-what = The secret cannot be saved on this machine.
cli-error-key-taken-do = Give a new write a key of its own.
cli-error-key-taken-kept = Nothing was sent.
cli-error-key-taken-what = The key is that of another write.
cli-error-leaving-do = Wait for its answer: encours outbox list.
cli-error-leaving-kept = Nothing was given up.
cli-error-leaving-what = The write is being sent at this moment.
cli-error-no-write-do = encours outbox list shows the writes that wait, with their numbers.
cli-error-no-write-kept = Nothing was sent, and nothing was given up.
cli-error-no-write-what = The outbox holds no such write.
cli-error-not-held-do = Check the identifier; encours sync reads what the service holds.
cli-error-not-held-kept = Nothing was asked of the service.
cli-error-not-held-what = This is not known on this machine.
cli-error-overtaken-do = Decide with one of the commands named above.
cli-error-overtaken-kept = Nothing was overwritten, and the write is kept here.
cli-error-overtaken-sent-do = Decide with one of the commands named above.
cli-error-overtaken-sent-kept = What was changed since is not overwritten, and the write is kept here.
cli-error-overtaken-sent-what = The write was sent before, and was not sent again: the record has changed at the service since it was made.
cli-error-overtaken-what = The write was not sent: the record has changed at the service since it was made.
cli-error-not-found-do = Check the identifier or the path.
cli-error-not-found-kept = Nothing has changed at the service.
cli-error-not-found-what = The service does not know this resource.
cli-error-intercepted-do = It is most likely a network’s sign-in page: open any page in a browser, sign in there, then try again.
cli-error-intercepted-kept = Nothing of this answer was kept.
cli-error-intercepted-what = Something between here and the service answers in its place.
cli-error-intercepted-queued-do = It is most likely a network’s sign-in page: open any page in a browser, sign in there, then send the write: encours outbox retry.
cli-error-intercepted-queued-kept = The write is kept on this machine with its key: it will be done once only.
cli-error-intercepted-queued-what = Something between here and the service answers in its place; the write has not left.
cli-error-failing-do = Try again; if it lasts, give the request number to support.
cli-error-failing-kept = What this machine has read before can still be read with --offline.
cli-error-failing-what = The service is there, but failed to answer.
cli-error-lost-here-do = encours sync reads all deals again; without --offline the service is asked.
cli-error-lost-here-kept = The service was not asked.
cli-error-lost-here-what = What this machine had read of it was lost with its history.
cli-error-no-such-deal-do = If the deal is newer than that list: encours sync, then again.
cli-error-no-such-deal-kept = Nothing was done and nothing is queued.
cli-error-no-such-deal-what = There is no such deal, as far as is known on this machine.
cli-error-not-here-do = Leave --offline out to ask the service; encours sync brings the copy up to date.
cli-error-not-here-kept = The service was not asked.
cli-error-not-here-what = The copy on this machine does not hold this.
cli-error-protocol-do = Try again, then give the request number to support.
cli-error-protocol-kept = Nothing of this answer was kept.
cli-error-protocol-what = The answer of the service is not what the contract allows.
cli-error-queued-do = Send it later: encours outbox retry.
cli-error-queued-kept = The write is kept on this machine with its key: it will be done once only.
cli-error-queued-what = The write has not been confirmed by the service yet.
cli-error-rate-limited-do = Wait, or allow more time with --timeout; encours doctor says until when, and how to lift the pause.
cli-error-rate-limited-kept = Nothing has changed at the service.
cli-error-rate-limited-what = The service asks to wait.
cli-error-output-what = The result could not be written.
cli-error-output-kept = What the command asked of the service is done; a change that is kept is in encours outbox list.
cli-error-output-do = Make room, or send the output somewhere else, and run again what only reads; a change was made and is not to be repeated.
cli-error-refused-do = Sending the same again will not help: give the request number to the service’s support.
cli-error-refused-kept = Nothing has changed at the service.
cli-error-refused-what = The service refused the request.
cli-error-odd-do = Give what is named above to the service’s support.
cli-error-odd-kept = All that came was printed.
cli-error-odd-what = Some records are not what the contract allows.
cli-error-partial-do = Run the command again for the whole list.
cli-error-partial-kept = What came before was printed; it is not the whole list.
cli-error-partial-what = The list could not be read to its end.
cli-error-request = Request number: { $id }
cli-error-retry-after = Not for another { $s } s
cli-error-scope = Missing scope: { $scope }
cli-error-secret-do = Give it in ENCOURS_SECRET or through the profile’s credential_command, or save it in the keyring or in a passphrase file: encours login.
cli-error-secret-kept = Nothing was asked of the service.
cli-error-secret-what = There is no usable secret for this key.
cli-error-held-up-do = See what keeps it (a file system, a pipe, another program that uses the profile, a credential command), or allow more time with --timeout.
cli-error-held-up-kept = No change was sent or kept.
cli-error-held-up-what = Something on this machine did not answer in the time of --timeout.
cli-error-timeout-what = The service did not answer in time.
cli-error-timeout-do = Try again, or allow more time with --timeout.
cli-error-insecure-what = The service is not asked: the connection to it is not secure.
cli-error-insecure-do = Have that put right, then try again.
cli-error-broken-off-what = The connection ended before the whole answer came.
cli-error-broken-off-do = Try again; if it happens each time, tell the service’s support.
cli-error-local-closed-do = Make the directory writable, or name another one with --data-dir (or ENCOURS_DATA_DIR).
cli-error-local-damaged-do = Run the command again: the file is set aside, and what it held is saved or read again. Where another window or command of Encours has it open, close that first.
cli-error-local-damaged-kept = Nothing that was kept was deleted.
cli-error-local-damaged-what = A file kept on this machine is damaged.
cli-error-local-damaged-partly-do = Run the command again: the file is set aside, and what it held is saved or read again. Where another window or command of Encours has it open, close that first.
cli-error-local-damaged-partly-kept = What came before was printed; it is not the whole list. Nothing that was kept was deleted.
cli-error-local-damaged-partly-what = A file kept on this machine is damaged.
cli-error-local-full-do = Free some space on that disk, then ask again.
cli-error-local-kept = What was kept before is as it was and stays readable; nothing new was kept.
cli-error-local-limited-do = Raise the limit (ulimit -f), then ask again.
cli-error-local-newer-do = Use that version, or another data directory: --data-dir or ENCOURS_DATA_DIR.
cli-error-local-newer-kept = What waits there to be sent stays, and leaves with that version.
cli-error-local-newer-what = A newer version of Encours wrote what is kept on this machine.
cli-error-local-other-do = See encours doctor.
cli-error-local-other-kept = Nothing that was kept was deleted.
cli-error-local-other-what = The files kept on this machine cannot be used.
cli-error-local-queued-do = Once something can be kept again, send it: encours outbox retry. Do not enter it anew.
cli-error-local-queued-kept = The write is kept on this machine with its key: it will be done once only.
cli-error-local-queued-what = Nothing more could be kept on this machine before the service confirmed the write.
cli-error-local-unread-do = Run the command again. If that fails, too, check the disk, and copy the data directory to another one.
cli-error-local-unread-kept = Nothing was changed, and nothing was set aside.
cli-error-local-unread-what = The disk did not give what is kept on this machine.
cli-error-local-what = Nothing can be kept on this machine now.
cli-error-undelivered-do = Send it again once the service answers.
cli-error-undelivered-kept = It is not kept on this machine: encours api keeps nothing.
cli-error-undelivered-what = No answer to the write came from the service.
cli-error-to-be-deleted-do = Decide with the command named above, then change the deal.
cli-error-to-be-deleted-kept = Nothing was changed and nothing is queued; the deletion stays as it was.
cli-error-to-be-deleted-what = This deal is to be deleted, and cannot be changed meanwhile.
cli-error-unexpected-do = Try again, then give the request number to support.
cli-error-unexpected-kept = Nothing was lost on this machine.
cli-error-unexpected-what = The request failed.
cli-error-unreachable-do = Check the network and the address of the service, then try again.
cli-error-unreachable-kept = What this machine has read before can still be read with --offline.
cli-error-unreachable-what = The service cannot be reached.
cli-error-usage-do = See encours --help.
cli-error-usage-kept = Nothing was sent.
cli-error-usage-what = The command or the configuration is not valid.
cli-error-view-limits-do = Correct what is named above, then try again.
cli-error-view-limits-kept = Nothing was sent.
cli-error-view-limits-what = The view is not one the service takes.
cli-error-write = write { $id }
cli-expires-at = Expires
cli-expires-in = Lifetime (s)
cli-family = List
cli-field-alert = Alert
cli-field-columns = Columns
cli-field-crd-source = Source of the principal
cli-field-enabled = On
cli-field-filters = Filters
cli-field-importance = Importance
cli-field-investment-type = Investment type
cli-field-key = Field key
cli-field-kpi = Financial snapshot
cli-field-label-fr = French label
cli-field-severity = Least severity
cli-field-shared = Shared
cli-field-sort = Sort
cli-field-source = Source
cli-field-value-type = Value type
cli-granted = Granted
cli-idempotency-key = Idempotency key
cli-issued-at = Issued
cli-after = After
cli-before = Before
cli-by = By
cli-bytes = Bytes
cli-certainty = Certainty
cli-confirm-replace = { $file } is there already. Replace it?
cli-confirm-watch = Watch these?
cli-watch-all = Identifiers taken ({ $n }): { $ids }
cli-watch-some = Identifiers taken ({ $n }): { $ids }. Words not taken ({ $left }): { $words }
cli-decided-at = Decided
cli-duration = Duration (ms)
fault-dns = the name was not found
fault-connect = no connection
fault-tls = not secure
fault-timeout = no answer in time
fault-reset = broken off before the answer
fault-cut = broken off in the answer
cli-fault = Fault
cli-field = Field
cli-export-cut = { $n ->
    [one] A text is
   *[other] { $n } texts are
} longer than the 32,767 characters that a cell of a workbook holds, and cut there: { $deals }. A .csv or .json file holds all of it.
cli-file = File
cli-history-ahead = { $date } lies ahead: nothing can have been observed since.
cli-history-nothing = No change has been observed on this machine.
cli-history-nothing-since = No change has been observed on this machine since { $date }.
cli-http-status = HTTP
cli-kept-at = As read on this machine on { $date }.
cli-not-before = Not before
cli-observed-at = Observed
cli-operation = Operation
cli-outcome = Outcome
cli-outcome-unknown = Outcome unknown
cli-records = Records
cli-request-id = Request id
cli-request-of = request { $id }
cli-sync-first = Read here for the first time: what changes from now on will be told.
cli-sync-nothing = Nothing has changed since it was last read.
cli-sync-nothing-of-these = Nothing has changed among the deals that came.
cli-sync-not-read = { $route } was not read: this service does not have it, or the key may not use it.
cli-sync-other-entity = This key now acts for the entity { $now }: what is kept here was { $before }’s. Writes made for { $before } stay locked until the key is back there.
cli-sync-read = { $total ->
    [one] { $read } of { $total } deal read.
   *[other] { $read } of { $total } deals read.
}
cli-standing-conflict = { $n ->
    [one] { $n } write made here meets a change made elsewhere
   *[other] { $n } writes made here meet changes made elsewhere
}: encours outbox list shows both sides, encours outbox retry ID sends yours, encours outbox discard ID leaves theirs.
cli-standing-refused = { $n ->
    [one] { $n } write made here was refused and is in nothing that is shown
   *[other] { $n } writes made here were refused and are in nothing that is shown
}: encours outbox list says why, encours outbox discard ID gives it up.
cli-sync-waiting = { $n ->
    [one] { $n } write waits here and is not sent by this: encours outbox retry
   *[other] { $n } writes wait here and are not sent by this: encours outbox retry
}
cli-waits-again = tried again from { $at } on
cli-waits-not-applied = not applied
cli-waits-once = it is never done twice
cli-when = When
cli-kept-lost = The history on this machine was lost, and with it the list as read on { $read }: this is what is left of it, { $n } read one by one, the oldest on { $date }. encours sync reads all of them again.
cli-kept-none = Nothing of it has been read on this machine yet.
cli-kept-part = As read on this machine: { $n } so far, the oldest reading of { $date }. The service may hold more.
cli-kept-in-doubt = With { $n ->
    [one] { $n } write
   *[other] { $n } writes
} of yours laid over it that left and may be applied already: encours outbox retry finds out.
cli-kept-waiting = With { $n ->
    [one] { $n } write
   *[other] { $n } writes
} of yours laid over it: not applied yet, see encours outbox list.
cli-kept-whole = As read on this machine: the whole list, as of { $date }.
cli-key-id = Key
cli-login-done = The key { $key } is saved as profile { $profile }; its secret is here: { $place }
cli-login-no-keyring = There is no working system keyring here: the secret goes into a file that a passphrase opens.
cli-logout-done = The secret of profile { $profile } has left this machine.
cli-logout-none = This machine kept no secret for profile { $profile }.
cli-method = Method
cli-mode = Known how
cli-in-doubt = encours outbox retry { $id } sends it again under its key
cli-note = Note
cli-note-ended-early = The list ended although the service says that more follow: { $received } records came.
cli-note-fewer = The list ended with { $received } different records of the { $total } that the service counts.
cli-note-not-paged = The service sent the same records again instead of the next page: { $received } came, and whether there are more cannot be told.
cli-note-incomplete = The list did not come whole: { $received } records came of the { $total } that the service counts.
cli-notice = Note:
cli-number = Number
cli-origin = From
cli-only-read = What is kept on this machine can only be read now: { $why }
cli-outbox-behind = { $n ->
    [one] Another write
   *[other] { $n } more writes
} to the same record { $n ->
    [one] waits
   *[other] wait
}: encours outbox retry { $ids }
cli-outbox-held = Write { $id } is held until { $until }, so that it can be undone where it was made. encours outbox retry { $id } sends it now.
cli-outbox-stopped = { $n ->
    [one] The service cannot be asked now: { $n } other write stays and was not tried.
   *[other] The service cannot be asked now: { $n } other writes stay and were not tried.
}
cli-outbox-conflicts = A write in conflict waits for your choice: encours outbox retry ID sends yours over what the service holds (a deal deleted there since is created anew), encours outbox discard ID leaves the service’s.
cli-outbox-fields = In the full screen, on { $screen } ({ $number }), “{ $action }” ({ $key }) takes some of each.
cli-outbox-nothing = No write waits.
cli-partial = { $shown } of { $total }. To read all: --all.
cli-path = Path
cli-profile = Profile
cli-purged = The profile { $profile } and its local data were deleted.
cli-reason = Reason
cli-record = Record
cli-scope = Scope
cli-secret = Secret
cli-state = State
cli-state-answered = refused for now, the service answered { $status }
cli-state-answered-doubtful = answered { $status }, perhaps applied
cli-state-held = held
cli-state-too-many = refused for now, too many requests
cli-title = Title
cli-token-type = Token type
cli-type-base-url = Address of the service (ends with /v1):
cli-type-key-id = Public identifier of the key:
cli-type-new-passphrase = New passphrase for the secret (nothing is shown):
cli-type-passphrase = Passphrase of the secret (nothing is shown):
cli-type-passphrase-again = The same passphrase again:
cli-type-secret = Secret (nothing is shown):
cli-api-elements = { $n ->
    [one] { $n } element of the list is no record with an identifier; it is printed as it came
   *[other] { $n } elements of the list are no records with an identifier; they are printed as they came
}
cli-unread-elements = { $n ->
    [one] { $n } element of the list cannot be read and is missing here
   *[other] { $n } elements of the list cannot be read and are missing here
}
cli-odd-elements = { $n ->
    [one] { $n } record of the list is not as documented
   *[other] { $n } records of the list are not as documented
}
cli-view-undocumented = The contract documents the name and the default of a view alone: whether the service takes filters, columns and sort is its own.

# The line and the configuration: what is wrong with them.

cli-line-conflict = `{ $arg }` does not go with { $other }.
cli-line-expected-assignment = NAME=VALUE is expected
cli-line-expected-choice = one of { $choices } is expected
cli-line-expected-date = a date (2026-11-20) or a date-time (2026-11-20T08:00:00Z) is expected
cli-line-expected-direction = FIELD, FIELD:asc or FIELD:desc is expected
cli-line-expected-field = the name of a field is expected
cli-line-expected-header = NAME:VALUE is expected
cli-line-expected-id-ascii = only visible ASCII characters without spaces are allowed
cli-line-expected-id-blank = it begins or ends with a space
cli-line-expected-id-control = it contains a control character
cli-line-expected-id-dots = `.` and `..` are not identifiers
cli-line-expected-id-empty = it is empty
cli-line-expected-id-short = it is too long
cli-line-expected-method = GET, POST, PUT, PATCH or DELETE is expected
cli-line-expected-moment = a date-time (2026-11-20T08:00:00Z) is expected
cli-line-expected-number = a whole number, 0 or more, is expected
cli-line-expected-other = another value is expected
cli-line-expected-port = a port from 0 to 65535 is expected
cli-line-expected-query = a query is expected (classe:bureaux ltv>0.65, -parc)
cli-line-expected-seconds = a number of seconds between 0 and 86400 is expected
cli-line-missing = Missing: { $arg }.
cli-line-more = More: { $command } --help
cli-line-near = Did you mean { $near }?
cli-line-no-command = A command is missing: --help lists them.
cli-line-no-value = `{ $arg }` needs a value.
cli-line-not-text = An argument is not UTF-8 text.
cli-line-too-many = `{ $value }` is too many for `{ $arg }`.
cli-line-twice = `{ $arg }` is given more than once.
cli-line-unknown-argument = `{ $arg }` is not an option or argument of this command.
cli-line-unknown-command = There is no command `{ $name }`.
cli-line-unreadable = The line cannot be read.
cli-line-usage = Usage: { $usage }
cli-line-value = `{ $value }` cannot be the value of `{ $arg }`: { $expected }.
usage-base-url-credentials = the address of the service cannot be used: it must not contain a user name or password
usage-base-url-host = the address of the service cannot be used: its host is not valid
usage-base-url-http = the address of the service cannot be used: http is allowed for loopback hosts only; use https
usage-base-url-path = the address of the service cannot be used: its path must be plain segments without query or fragment
usage-base-url-port = the address of the service cannot be used: its port is not valid
usage-base-url-scheme = the address of the service cannot be used: it must begin with https://
usage-proxy = the proxy in { $from } cannot be used: http://HOST:PORT is expected, with USER:PASSWORD@ before the host where it wants that
usage-base-url-version = the address of the service cannot be used: it must end with /v1
usage-command-lost = the credential command could not be run: { $why }
usage-command-printed = the credential command printed neither a token response (a JSON object) nor a secret (one line of text)
usage-command-signal = the credential command was stopped by a signal: { $why }
usage-command-signal-mute = the credential command was stopped by a signal and said nothing
usage-command-silent = the credential command did not end in time
usage-command-status = the credential command ended with { $code }: { $why }
usage-command-status-mute = the credential command ended with { $code } and said nothing
usage-command-token = the credential command printed no token response: { $why }
config-misbound = { $place }: { $why }
usage-config-toml = { $file }:{ $line }:{ $column }: not readable as TOML: “{ $why }”
usage-keyring-loses = the system keyring does not keep what it is given
usage-passphrase-delete = the passphrase file { $file } could not be deleted: { $why }
usage-passphrase-empty = the passphrase is empty
usage-passphrase-late = nobody gave the passphrase in time
usage-passphrase-missing = the secret is in a passphrase file, and nobody can be asked here: give the passphrase in { $variable }
usage-passphrase-none = the passphrase file of this key is not there
usage-passphrase-read = the passphrase file { $file } cannot be read: { $why }
usage-passphrase-unreadable = the passphrase file is not one this version can read
usage-passphrase-write = the passphrase file { $file } could not be written: { $why }
usage-passphrase-wrong = the passphrase does not open the passphrase file, or the file was changed
usage-body-json = the body is not JSON: { $why }
usage-certificate = the certificate { $file } could not be read: { $why }
usage-config-choice = { $file }:{ $line }: { $name } is { $value }; it can be { $known }
usage-config-keys = { $file }:{ $line }:{ $column }: a list of keys in brackets is expected, not { $value }
usage-config-boolean = { $file }:{ $line }:{ $column }: true or false is expected, not { $value }
usage-config-list = { $file }:{ $line }:{ $column }: a list in brackets is expected, not { $value }
usage-config-count = { $file }:{ $line }:{ $column }: a whole number from 0 to { $most } is expected, not { $value }
usage-config-number = { $file }:{ $line }:{ $column }: a whole number is expected, not { $value }
usage-config-limit = { $file }:{ $line }:{ $column }: a limit is expected as the service gives the figure, or of a share a percentage in quotes ("60%"), not { $value }
usage-config-limit-pair = { $file }:{ $line }:{ $column }: two limits in brackets are expected, the last good value and then the last one on watch, not { $value }
usage-config-limit-order = { $file }:{ $line }:{ $column }: the limit of what is good comes before that of what is on watch, and lies on the good side of it for this figure: { $value } is the wrong way round
usage-config-status = { $file }:{ $line }:{ $column }: the code of a status is expected, as the service sends it ({ $known }, …) and once, not { $value }
usage-config-probability = { $file }:{ $line }:{ $column }: a probability in percent is expected, from 0 to 100, not { $value }
usage-config-value = { $file }:{ $line }:{ $column }: this value cannot be taken: “{ $why }”
usage-config-text = { $file }:{ $line }:{ $column }: a text in quotes is expected, not { $value }
usage-config-unknown = { $file }:{ $line }:{ $column }: { $name } is no setting. There are: { $known }
usage-columns-field = --columns: no deal has a field `{ $field }`
usage-config-link = { $file } is a link and leads to { $to }, which is not there. Put that back, or remove the link
usage-config-read = { $file } could not be read: { $why }
usage-config-syntax = { $file }: { $why }
usage-config-write = { $file } could not be written: { $why }. It is as it was
usage-confirm = this cannot be undone and nobody can be asked here: confirm with --yes
usage-demo-deals = --demo-deals is about the demo, which is off: add --demo (or set ENCOURS_DEMO=1)
usage-dumb-terminal = this terminal cannot show the full screen (TERM=dumb); a command is expected here (encours --help)
usage-export-portfolio = --query, --view and --columns choose deals: a portfolio is exported whole
usage-export-ending = --to: the file’s ending says how it is written: .csv, .json or .xlsx
usage-field-twice = `{ $field }` is given more than once: give it one value
usage-id-or-key = an identifier or --key is expected
usage-held-up = the command was held up for { $s } s
usage-import = --import: { $file }: { $why }
usage-home = { $path } cannot be used: only ~/ is read as a home directory, your own. Write the path out
usage-json = --{ $option }: { $why }
usage-key-used = this key belongs to another write, which was done; nothing was sent: a new write has a new key
usage-key-taken = this key belongs to another write, which waits in the outbox under { $id }; nothing was sent
usage-keyring-entry = the keyring’s entry cannot be used
usage-keyring-failed = the system keyring failed
usage-keyring-locked = the system keyring is locked or refuses access
usage-keyring-nothing = the system keyring has no secret for this key
usage-keyring-silent = the system keyring did not answer; it may be waiting for an unlock
usage-deletion-in-doubt = the outcome of its deletion { $id } is unknown: encours outbox retry { $id } finds out, encours outbox discard { $id } gives it up
usage-deletion-waits = its deletion { $id } waits in the outbox: encours outbox discard { $id } takes it back
usage-known-deleted = { $what } is deleted: known here since { $date }
usage-kpi-in-data = `{ $key }` belongs inside `kpi_snapshot`, not in `data`
usage-name-and-search = `name` (exact) and `search` (partial) exclude each other: give one of them
usage-never-created = the deal that this changes was never created, so there is nothing to change; the write can only be given up
usage-no-answer = no answer could be read: { $why }
usage-no-base-url = no service is configured. Give --base-url (or ENCOURS_BASE_URL), or save a key with `encours login`, or look around with --demo
usage-no-limits = { $field } has no limits of the house, and so no bands: set them under [limits] in config.toml, or compare it with a number
usage-no-home = this account has no home directory. Name the directories with --config-dir and --data-dir
usage-no-key-id = no key is configured. Give --key-id (or ENCOURS_KEY_ID), or save a key with `encours login`
usage-no-keyring = there is no system keyring on this machine
usage-no-list = the service offers no list of { $family }
usage-no-list-of-user = the service offers no list of { $family }, or it does not know the delegated user
usage-no-profile = there is no profile `{ $name }` in { $file }. There are: { $known }
usage-no-profile-yet = there is no profile `{ $name }` in { $file }. There is none yet
usage-no-secret = no secret could be read: { $why }
usage-no-terminal = the full screen needs a terminal; a command is expected here (encours --help)
usage-no-user = this route acts for a delegated user, and none is named: add --as-user ID (or set ENCOURS_AS_USER)
usage-me-unset = --query: “me” is not known: type “i am First Last” in the palette of the full screen, or write me = ["First Last"] under [settings] in config.toml
usage-no-view = --view: no saved view is called `{ $name }` (known: { $known })
usage-no-view-yet = --view: no saved view is called `{ $name }`: none is saved yet
usage-not-watched = { $id } is not watched
usage-name-blank = --name is blank: a deal needs a name of which something can be seen
usage-journal-unknown = no write of { $id } is known here
usage-no-write = there is no write { $id } in the outbox
usage-write-damaged = the write { $id } is damaged here and was not sent; encours outbox list shows it, encours outbox discard { $id } gives it up
usage-write-newer = the write { $id } was made by a newer version, which will send it; it was not sent now
usage-writes-damaged = damaged here and not sent: { $n } of the writes ({ $ids }); encours outbox list shows them, encours outbox discard { $ids } gives them up
usage-temporary-id = `{ $id }` is this machine’s own name for a deal that the service has not created yet; nothing was sent. The creation waits in the outbox (encours outbox list)
usage-list-lost = `{ $command }`: the list read { $date } was lost with the history on this machine; encours sync reads it again
usage-list-lost-own = `{ $command }`: the list read { $date } was lost with the history on this machine; encours sync reads it again. Writes of yours that wait beside it: { $n } (encours outbox list)
usage-lost-here = { $what } is not in the copy on this machine any more, if it was: the list read { $date } was lost with the history; encours sync reads it again
usage-never-read = `{ $command }`: nothing of it has been read on this machine yet
usage-never-read-own = `{ $command }`: nothing of it has been read on this machine yet. Writes of yours that wait to be in it: { $n } (encours outbox list)
usage-not-here = { $what } is not in the copy on this machine
usage-no-such-deal = { $what } is not in the list of deals read { $date }; that list was complete
usage-not-in-demo = `{ $command }` is about real keys; --demo has a key of its own
usage-header-user = { $header } is not given as a header: use --as-user { $id }
usage-history-unknown = nothing is known here of a deal { $id }
usage-offline = `{ $command }` asks the service; it cannot be used with --offline
usage-offline-write = --offline: nothing was sent
usage-other-service = the address is not under { $base }; the key is for that service alone
usage-page-and-offset = `page` and `offset` are never combined: a list pages by one of them
usage-page-size = with --paginate `limit` is the size of a page: it is at least 1
usage-paginate-get = --paginate follows the pages of a GET
usage-parameter-twice = `{ $name }` is given more than once
usage-parts = --{ $option }: an object or an array is expected
usage-passphrase-nobody = nobody can be asked for a passphrase here: give it in { $variable }
usage-passphrases-differ = the two passphrases are not the same; nothing was saved
usage-profile-name = `{ $name }` cannot be the name of a profile: use letters, digits, `-`, `_` and `.`, at most 64, not first `.`
usage-query-text = the query of the path is not UTF-8
usage-secret-empty = the secret given is empty
usage-secret-file-empty = the secret file { $file } is empty
usage-secret-file-lines = the secret file { $file } has more than one line, or control characters: a secret is one line of text
usage-secret-lines = a secret is one line of text; what was given has more, or control characters
usage-secret-nobody = nobody can be asked for it here: give it with --secret-stdin or in ENCOURS_SECRET
usage-secret-variable = what ENCOURS_SECRET holds cannot be used: it is no text, or nothing but line ends; set it anew, or unset it
usage-set = --set { $field }=…: { $why }. Text is written with quotes: --set {"\u0027"}{ $field }="text"{"\u0027"}
usage-sign-in-route = the client signs in by itself, with a nonce and a signature of its own; see `encours token`
usage-sort-field = --sort: no record has a field `{ $field }`
usage-standard-input = { $what } could not be read from standard input: { $why }
usage-no-copy = there is no copy { $copy }. There are: { $known }
usage-settings = the settings in { $file } cannot be taken: { $why }
usage-unreadable = { $file } cannot be read: { $why }
usage-unwritable = { $file } cannot be written ({ $why }); nothing was changed
usage-unwritable-denied = { $file } cannot be written: that is not permitted; nothing was changed
usage-unwritable-full = { $file } cannot be written: no space is left; nothing was changed
usage-unwritable-is-a-folder = { $file } cannot be written: a folder stands there; nothing was changed
usage-unwritable-limit = { $file } cannot be written: files may not be so large here (ulimit -f); nothing was changed
usage-unwritable-name = { $file } cannot be written: the name is not possible there; nothing was changed
usage-unwritable-no-folder = { $file } cannot be written: its folder does not exist; nothing was changed
usage-unwritable-not-a-folder = { $file } cannot be written: a part of its path is no folder; nothing was changed
usage-unwritable-read-only = { $file } cannot be written: it can only be read there; nothing was changed
usage-value = { $name } cannot be `{ $value }`: { $expected }
usage-variable = { $name } has a value that cannot be used: one of { $expected } is expected
usage-view-bound = an update cannot change `{ $field }`: it is that of the stored view
usage-view-bytes = { $n } bytes of state, at most { $most } are allowed
usage-view-columns = { $n } columns, at most { $most } are allowed
usage-view-filter = `{ $key }` is not a filter of a view of operations; there are { $known }
usage-view-filters = { $n } filter keys, at most { $most } are allowed
usage-view-name = the name is empty
usage-view-order = `sort_order` is asc or desc, not { $order }
usage-view-sorts = { $n } sort keys, at most { $most } are allowed
usage-view-filters-shape = `filters` must be an object in which each key stands once
usage-view-columns-shape = `columns` must be an array of names
usage-view-sort-shape = `sort` must be an object with `sort_by` and `sort_order`, or an array of these
usage-whole-number = `{ $name }` is a whole number
usage-no-text = { $file } holds no text: save a workbook as CSV, a page as text
usage-workbook = a workbook cannot hold this ({ $why }); nothing was written: try .csv
usage-write-behind = an earlier write to the same record is not confirmed yet, and this one waits behind it
usage-write-conflict = the record has changed at the service since this write was made; the write is kept, parked: encours outbox list shows both sides, encours outbox retry { $id } sends it all the same, encours outbox discard { $id } leaves what the service holds
usage-write-given-up = this write was given up in another window of Encours: it was not done
usage-write-gone = the deal is deleted at the service; the write is kept, parked: encours outbox retry { $id } creates the deal again with it, under another id and without its notes, encours outbox discard { $id } gives it up
usage-write-elsewhere = the write is being sent by another window of Encours
usage-write-held = it is kept behind write { $id } to the same record, which is held until { $until } so that it can be undone where it was made; encours outbox retry { $id } sends that one now
usage-write-held-over = it is kept behind write { $id } to the same record, which the last session was holding when it ended and the next one holds again; encours outbox retry { $id } sends that one now
usage-write-identity = it was written for { $who }, and leaves when that identity is back
usage-write-leaving = the write { $id } is being sent now
usage-write-turn = another window of Encours is sending; it will send this write too
usage-write-uncreated = the deal it is about has not been created yet
usage-write-unsent = the write was not sent now; it is kept and waits
usage-write-untold = another window of Encours has ended this write without saying how: read the record to see whether it was done
cli-man-choices = [one of: { $values }]
cli-man-commands = COMMANDS
cli-man-default = [default: { $value }]
cli-man-description = DESCRIPTION
cli-man-globals = OPTIONS OF EVERY COMMAND
cli-man-keys = ACTIONS AND KEYS
cli-man-interrupt = Ctrl+C leaves a form first, and the full screen from anywhere else. It stays bound whatever keys “quit” is given in config.toml, unless it is given to another action by name.
cli-man-more = EXIT STATUS
cli-man-name = NAME
cli-man-synopsis = SYNOPSIS
cli-man-settings = CONFIG.TOML
cli-man-settings-where = Settings and keys stand in config.toml, in the configuration directory (--config-dir, ENCOURS_CONFIG_DIR); “encours doctor” says where. An unknown name is an error, told with its line.
setting-accent = the colour of what acts, in the window: a name, or any colour as #rrggbb, whose lightness is fitted until everything can be read; high contrast keeps its own
setting-as-user = delegated user of /users/me/… (ENCOURS_AS_USER)
setting-ascii = borders and signs of the terminal in ASCII, whatever its locale (ENCOURS_ASCII=1 for once)
setting-base-url = address of the service, ending with /v1 (ENCOURS_BASE_URL)
setting-credential-command = a command that prints a token response in JSON, or the secret on one line
setting-currency = the entity’s currency, which the service does not name; without it amounts stay bare
setting-default-profile = the profile used without --profile
setting-delegated-header = the header that carries the delegated user, if not the contract’s own
setting-extra-roots = PEM files of further certificate authorities, from the directory of config.toml
setting-history-days = how many days what was observed is kept; 0: for ever
setting-key-id = public key identifier (ENCOURS_KEY_ID)
setting-keys = the keys of each action, everywhere or, under a screen’s name, on that one alone
setting-lang = language of labels, numbers and dates (ENCOURS_LANG)
setting-linear = lines for a screen reader instead of panes, in the terminal (ENCOURS_LINEAR=1 for once)
setting-me = the names that responsable:moi finds you by
setting-mouse = whether the full screen listens to the mouse
setting-notify = new notifications on the desktop, while the window is behind
setting-plain-spaces = plain spaces where French has narrow ones, for terminals that draw these badly
setting-proxy = proxy instead of the system’s; never for loopback
setting-reason = why deals enter this status: true asks in free text, a list offers its reasons; kept here, never sent
setting-reason-required = whether a move waits until a reason is given
setting-ltv = the house’s limits of the loan-to-value: the last good value, then the last one on watch; as the service gives it, or in percent in quotes
setting-ltc = the same of the loan-to-cost
setting-debt-yield = the same of the debt yield, of which less is worse: the higher one first
setting-dscr = the same of the debt service coverage, the higher one first
setting-icr = the same of the interest coverage, the higher one first
setting-pct-perte-estimee = the same of the estimated loss
setting-risk-score-simple = the same of the risk score, which has none unless set: [50, 70] where a high score is worse, [70, 50] where a low one is
setting-tolerance = how far a figure may be from what the deal’s other figures give for it before that is told
setting-order = the statuses whose columns stand first, by code and in this order; the others follow in the usual one
setting-probability = your own probabilities of being done, in percent and by status code, which weight the outstanding principal (the contract states none)
setting-reduced-motion = nothing moves by itself; a moment is said instead of a countdown (ENCOURS_REDUCED_MOTION=1 for once)
setting-requires = fields that are filled in before a deal enters this status: responsable goes to the service, any other is kept here
setting-theme = colours of the full screen and the window
cli-wait-absurd = the service asked to wait longer than a day; a day at most is believed, then one request asks again
cli-wait-ours = the service named no time to wait; the one given here is this client’s own
cli-wait-asked = the service asked not to be called yet
cli-answer-page = the answer is a web page; it came from a proxy or a sign-in portal, not from the service
cli-answer-empty = the answer is empty
cli-answer-type = the answer is declared to be { $type }, not application/json
cli-answer-status = the answer has status { $status }; the contract gives { $success }
cli-answer-redirect = redirects are not followed; this one leads to { $target }
list-does-not-advance = the list does not advance: a page brought nothing new before the end
list-does-not-end = the list does not end
shape-not-utf8 = the body is not UTF-8 text
shape-not-json = the body is not JSON
shape-too-deep = the body is nested too deeply
shape-another = the answer is about another record: `{ $field }` is not the one asked for
shape-expected = expected { $kind ->
   *[other] { $expected }
}
shape-field = field `{ $field }` must be { $kind ->
   *[other] { $expected }
}
store-damaged = a file of this profile is damaged; start Encours again: it is set aside, and what it held is saved or read again
store-misplaced = { $file } holds what belongs in { $holds }; nothing was changed: put the files back under their own names
store-odd = { $file } cannot be used ({ $why }); nothing was changed: move away what stands there
store-unread = the disk did not give what is kept on this machine ({ $why }); nothing was changed
store-newer = { $file } was written by a newer version (format { $found }, this one knows { $known }); nothing was changed, install that version again
store-not-a-directory = { $dir } is not a plain directory; move it away, or name another one with --data-dir (or ENCOURS_DATA_DIR)
store-not-ours = { $dir } belongs to another user of this computer; name another directory with --data-dir (or ENCOURS_DATA_DIR)
store-closed = the directory { $dir } may not be written to
store-full-here = no space is left on the disk that holds what is kept here; free some
store-limited-here = a file that is kept here may not grow so large (ulimit -f); raise the limit
store-limited = files in { $dir } may not grow so large here (ulimit -f)
store-full = no space is left on the disk that holds { $dir }
usage-store = the local data cannot be kept: { $why }. Name another directory with --data-dir (or ENCOURS_DATA_DIR)
cli-not-kept = What was read is not kept for --offline: { $why }
cli-doctor-not-asked = not tried: sending is paused
cli-doctor-pause = Pause
cli-doctor-pause-until = after a 429 nothing is sent before { $date }
cli-doctor-pause-do = Wait until then. If the service answers others already: encours doctor --lift-pause. A call inside a ban may lengthen it.
cli-doctor-pause-lifted = lifted: the next request finds out
cli-doctor-no-file = { $file } is not there: options, environment and defaults hold
cli-doctor-not-there = { $place } is not there
cli-doctor-store-do = Name a directory of your own that can be written: --data-dir or ENCOURS_DATA_DIR.
cli-logout-keyring = The system keyring did not answer, so a secret may still be in it: { $why }
cli-place-command = credential_command
cli-place-file = passphrase file
cli-place-keyring = system keyring
cli-place-none = none
cli-place-unknown = the keyring does not say
value-type-text = text
value-type-code = code
value-type-date = date
value-type-datetime = date and time
value-type-decimal = decimal
value-type-integer = whole number
value-type-boolean = yes or no
value-type-reference = reference
importance-required = required
importance-important = important
importance-optional = optional
field-source-manual = entered
field-source-computed = computed
field-source-taxonomy = taxonomy
field-source-kpi_snapshot = financial snapshot
unit-fraction = fraction
unit-multiple = multiple
unit-points = points
origin-given = given
origin-met = met
entity-type-societe_gestion = management company
cli-field-unit = Unit
cli-field-created-at = Created
cli-field-updated-at = Changed
cli-field-status-since = In this status since
cli-field-read-at = Read on
cli-field-own-severity = Severity
cli-field-due = Due
cli-field-city = City
cli-field-legal-form = Legal form
cli-field-date = Date
cli-field-troubled = Operations late or in litigation
cli-field-kyc-due = KYC files to review
cli-field-critical-alerts = Critical alerts
cli-field-kyc = KYC valid
cli-field-isin = ISIN
cli-field-vintage = Vintage
cli-field-currency = Currency
cli-field-code = Code
cli-field-label-en = English label
cli-field-rank = Rank
cli-field-operator = Operator
cli-field-spv = SPV
cli-field-type = Type
cli-field-layout = Layout
cli-field-query = Filter
cli-field-pinned = Pinned
cli-mode-none = no list
cli-not-asked = not asked
cli-discarded = Given up
cli-secret-removed = Secret removed
cli-purged-field = Purged
cli-net-name = the host name cannot be resolved: { $why }
cli-net-proxy = the proxy { $proxy }, set in { $from }, cannot be reached: { $why }
cli-net-proxy-refuses = the proxy { $proxy }, set in { $from }, does not lead to the service: { $why }
cli-net-proxy-sign-in = the proxy { $proxy } does not take the name and password that { $from } gives, or wants some: correct them there
cli-net-proxy-silent = no answer in time; the way leads through the proxy { $proxy }, set in { $from }
cli-output-lost = standard output takes no more: { $why }
cli-net-tls-certificate = the connection is not secure: the service’s certificate is not one that can be checked, as where it is signed by itself
cli-net-tls-client = the connection is not secure: the service wants a certificate of this machine, or does not take the one it got
cli-net-tls-expired = the connection is not secure: the service’s certificate has expired; it must be renewed there, unless this machine’s clock is wrong
cli-net-tls-garbled = the connection is not secure: what the other end says is broken; something on the way may change it
cli-net-tls-host = the connection is not secure: the certificate is for { $names } and not for this host; check the address of the service
cli-net-tls-issuer = the connection is not secure: this machine does not know the authority that signed the service’s certificate; one of your own is named in extra_roots of the profile
cli-net-tls-name = the connection is not secure: nothing is known there under this host’s name; check the address of the service
cli-net-tls-no-host = the connection is not secure: the certificate is not for this host; check the address of the service
cli-net-tls-none = the connection is not secure: the other end shows no certificate
cli-net-tls-not-yet = the connection is not secure: the service’s certificate is not valid yet; check this machine’s clock
cli-net-tls-other = the connection is not secure: it could not be set up with the other end
cli-net-tls-ended = the connection is not secure: the other end hung up before TLS began, and may not speak TLS; check the port in the address of the service
cli-net-tls-plain = the connection is not secure: the other end does not speak TLS; check the port in the address of the service
cli-net-tls-purpose = the connection is not secure: the certificate is not one for a server; it must be replaced there
cli-net-tls-revoked = the connection is not secure: the service’s certificate has been revoked; tell the service’s support
cli-net-tls-versions = the connection is not secure: the other end speaks no version or cipher of TLS that is still safe
cli-net-ended = the connection ended before the answer did: { $why }
cli-net-silent = no answer in time: { $why }
cli-net-withheld = nothing is asked of the service: --offline was given
cli-net-no-way = no network leads to this address
cli-net-refused = nothing takes connections at this address
cli-net-reset = the other end broke the connection off before the answer was whole
cli-net-none = no connection: { $why }
first-start = Welcome. No service is configured on this machine.
first-start-again = Answer 1, 2 or 3, then Enter; nothing else is understood here.
first-start-demo = 1  demo: look around, on sample data
first-start-leave = 3  leave
first-start-login = 2  login: save a key and use it

## Export and trend

action-export = Export
    .also = CSV, Excel, spreadsheet, workbook, JSON, PDF, PNG, print, report, download, file, printing, save as, extract, XLSX, image, picture, dump
    .about = { palette-words-deal }, list, table, data, portfolio, format, sheet
action-export-why = Write what is shown into a file.
button-open = Open
button-open-folder = Open folder
button-browse = Browse…
button-export = Export
concentration = largest share { $share }, HHI { $value }
concentration-why = The share of the most frequent code in the total, and the Herfindahl-Hirschman index of concentration: the sum of the squared shares, from 0 (spread out) to 1 (a single code)
drill-operations = See these operations in the explorer
export-csv = CSV, decimal point
export-csv-spreadsheet = CSV for a spreadsheet (BOM, the language’s separators)
export-json = JSON, exact figures
export-pdf = One-page report (.pdf)
export-png = Picture of the charts (.png)
export-xlsx = Excel workbook (.xlsx)
field-export-form = Format
field-export-path = File
form-export-deals-title = Export the deals shown
form-export-drawn-note = What is shown here, laid out; numbers are rounded as on the screen.
form-export-whole-note = All of what is read here; numbers keep all their digits.
form-export-deals-note = Filter and order are those on the screen, the columns those of the table; numbers keep all their digits.
form-export-note = Filter, order and columns are those on the screen; numbers keep all their digits.
form-export-portfolio-title = Export the portfolio
form-export-records-note = The rows that the filter leaves, with every field that was sent; numbers keep all their digits.
form-export-records-title = Export the records shown
form-export-selected-note = All that is selected, also what the filter hides; the columns are those of the table, and numbers keep all their digits.
form-export-selected-title = Export the selected deals
form-export-tasks-title = Export the tasks
form-path-empty = The path of the file cannot be empty.
form-path-denied = Writing in this folder is not permitted.
form-path-full = No space is left there.
form-path-is-a-folder = A folder stands at this path: add the name of a file.
form-path-ending = This export writes { $endings } and nothing else: change the end of the name.
form-path-name = This name is not possible there.
form-path-no-folder = The folder of this path does not exist.
form-path-not-a-folder = A part of this path is a file, not a folder.
form-path-read-only = Nothing can be written there, only read.
form-path-taken = This file exists. Confirm again to replace it.
portfolio-head-note-currency = the service’s totals, deleted resources excluded, currency chosen here
reason-no-export = files are written with the command encours export
keys-clash = the key `{ $key }` is given to two actions, `{ $first }` and `{ $second }`. Give one of them another key.
keys-no-action = no action is called `{ $name }`. The names are in the manual (encours man, ACTIONS AND KEYS) and in the help of the full screen (`?`, then `/`).
keys-no-action-near = no action is called `{ $name }`. Perhaps: { $near }. All names are in the manual (encours man, ACTIONS AND KEYS) and in the help of the full screen (`?`, then `/`).
keys-no-key = `{ $action }`: `{ $key }` is no key. Write `x`, `X`, `ctrl-x`, `shift-left`, `space`, `enter` or `f1`.
keys-no-place = `{ $name }` names no screen. The names known: { $known }.
keys-not-there = `{ $action }` does nothing in `{ $place }`.
series-all = Draw all
series-hidden = not drawn
series-hidden-short = not drawn
series-hide = Leave out of the chart · Alt+click: draw this one alone
series-key = { $name } in the chart
series-left-out = { $more ->
    [0] Not drawn: { $names }
   *[other] Not drawn: { $names } and { $more } more
}
series-show = Draw in the chart · Alt+click: draw this one alone
show-charts = Show as a chart
show-tables = Show as a table
table-date = Date
table-sum = Sum
toast-export-failed = Nothing was written: { $why }
total-unchanged = unchanged
trend-empty = Nothing has been observed yet; the line begins with the first reading.
trend-month = { $change } against { $date }
trend-month-from = against last month: from { $date } on
trend-month-how = The history is this machine’s own and begins with its first reading. Every reading adds to it, in Encours or by encours sync.
trend-month-same = unchanged against { $date }
trend-note = observed on this machine { $since }, axis from { $from }
trend-note-once = { $since }, on this machine; axis from { $from }
trend-note-once-table = { $since }, on this machine
trend-note-table = observed on this machine { $since }
trend-spoken = { $label } – { $last }, { $change } { $since }
trend-spoken-once = { $label } – { $last }, { $since }
trend-spoken-same = { $label } – { $last }, unchanged { $since }
trend-statuses = Statuses
trend-statuses-spoken = Deals by status { $since }: { $lines }
trend-title = Trend
    .also = trend, curve, series, compare, last month
toast-open-failed = is there, but could not be opened: { $why }
toast-exported = { $n ->
    [0] written to { $folder }
    [one] written to { $folder }, { $n } row
   *[other] written to { $folder }, { $n } rows
}

## Window and desktop

delete-final = Held for { $s } s, { $key } undoes it; then there is no way back.
delete-go = Delete
delete-keep = Keep
delete-title = Delete this deal?
hint-keep = keep
hint-keep-deal = keep the deal
hint-stay = stay
leave-conflicts = { $n ->
    [one] { $n } conflict awaits your decision; it stays here.
   *[other] { $n } conflicts await your decision; they stay here.
}
leave-title-conflicts = { $n ->
    [one] { $n } conflict awaits your decision: leave?
   *[other] { $n } conflicts await your decision: leave?
}
leave-what-conflicts = Nothing of it is sent before you decide: it stays on this machine, and is shown again at the next start.
leave-plan = { $n ->
    [one] The change of { $n } deal that is planned is not begun, and is not kept.
   *[other] The change of { $n } deals that is planned is not begun, and is not kept.
}
leave-title-plan = { $n ->
    [one] A change of { $n } deal is planned and not begun: leave?
   *[other] A change of { $n } deals is planned and not begun: leave?
}
leave-what-plan = A plan is not kept: stay, and begin it or close it.
leave-forget = Leave, and forget
leave-keep = Keep for the next start, and leave
leave-send = Send now, and leave
leave-what = Nothing has left yet. Sent, it cannot be taken back; kept, it is held again at the next start.
leave-what-waiting = What waits is kept on this machine, and leaves at the next start as soon as the service answers.
leave-what-both = Sent, what is held cannot be taken back; kept, it is held again at the next start. What waits is kept on this machine, and leaves then as soon as the service answers.
leave-what-both-unsent = Nothing can leave now. What is held is held again at the next start; what waits leaves then, as soon as the service answers.
leave-what-unsent = Nothing can leave now: what is held is kept on this machine, and held again at the next start.
leave-title-both = { $n ->
    [one] { $n } write is still held, { $waiting ->
        [one] { $waiting } waits
       *[other] { $waiting } wait
    } for the service: leave?
   *[other] { $n } writes are still held, { $waiting ->
        [one] { $waiting } waits
       *[other] { $waiting } wait
    } for the service: leave?
}
leave-title-waiting = { $n ->
    [one] { $n } write still waits for the service: leave?
   *[other] { $n } writes still wait for the service: leave?
}
leave-title = { $n ->
    [one] { $n } write is still held: leave?
   *[other] { $n } writes are still held: leave?
}
left-waiting = { $n ->
    [one] { $n } write was kept in the outbox and not sent
   *[other] { $n } writes were kept in the outbox and not sent
}
left-conflicts = { $n ->
    [one] { $n } write in conflict awaits your choice
   *[other] { $n } writes in conflict await your choice
}
left-refused = { $n ->
    [one] { $n } refused write awaits your decision
   *[other] { $n } refused writes await your decision
}
left-and = { "; " }
left-see = { $what }: encours outbox list
toast-sent-since-opened = { $n ->
    [one] { $n } write that waited at the start has been sent
   *[other] { $n } writes that waited at the start have been sent
}
toast-held-again = { $n ->
    [one] { $n } write kept when the program ended
   *[other] { $n } writes kept when the program ended
}
toast-held-again-deletion = kept from the last session, will be deleted{ $others ->
    [0] {""}
    [one] {" "}(and { $others } other write)
   *[other] {" "}(and { $others } other writes)
}
toast-held-again-deletions = { $n } writes kept from the last session, { $deletions } of them deletions
kept-deletions-keep = { $n ->
    [one] Keep the deal
   *[other] Keep the deals
}
kept-deletions-title = { $n ->
    [one] { $n } deletion kept from the last session: delete?
   *[other] { $n } deletions kept from the last session: delete?
}
kept-deletions-what = Nothing has left yet. Confirmed, it is held for { $s } s and then sent; once sent it cannot be taken back.
leave-demo = The demo forgets everything when it closes.
leave-stay = Stay
report-made = Made on { $at }, totals read on { $read }
report-made-unread = Made on { $at }, no totals read
passphrase-advised = 12 characters or more are advised: four unrelated words.
passphrase-fair = Fair: one more word makes it strong.
passphrase-strong = Strong.
passphrase-weak = Weak: take a longer one, of several words.
sign-in-base-url = Address of the service, ending with /v1
sign-in-do = The service’s administrator gives the address and the key. The secret goes to this machine’s keyring or, where there is none, into a file under a passphrase; nowhere else.
sign-in-do-no-keyring = The service’s administrator gives the address and the key. This machine has no keyring: the secret goes into a file under a passphrase, and nowhere else.
sign-in-go = Sign in
sign-in-incomplete = a field is missing
sign-in-hide = Hide
sign-in-kept-file = File
sign-in-kept-key = Key
sign-in-kept-read = { $file }: read, still closed
sign-in-kept-service = Service
sign-in-kept-unread = { $file }: not read
sign-in-key-id = Public identifier of the key
sign-in-show = Show
sign-in-new-passphrase = Passphrase, if this machine has no keyring (optional)
sign-in-needed-passphrase = Passphrase, to keep the key on this machine
sign-in-passphrase = Passphrase
sign-in-secret = Secret of the key, pasted once
sign-in-title = Sign in to the service
sign-out-title = Sign out of { $who }?
sign-out-note = The secret of the key leaves this machine. What was read stays, and so do the writes that wait: they leave after the next sign-in with this key.
sign-out-go = Sign out
signed-out-what = You are signed out.
signed-out-do = The secret of the key has left this machine; what was read and what waits stays here.
sign-in-unlock = Open the key kept on this machine
start-use-key = Give the key again…
start-passphrase-do = Type it; it is kept nowhere.
start-passphrase-what = The secret of this key is kept under a passphrase.
toast-no-dialog = no file dialog on this desktop; type the path
notices-many = { $n ->
    [one] { $n } new notification
   *[other] { $n } new notifications
}
sign-in-address-do = Nothing was sent. Correct the address: it begins with https:// and ends with /v1.
sign-in-address-what = This address cannot be used.
sign-in-address-and-secret-do = Nothing was sent. Correct the address: it begins with https:// and ends with /v1. Paste the secret again: one line and nothing else.
sign-in-address-and-secret-what = Neither this address nor this secret can be used.
sign-in-answered-do = The key was presented; nothing was kept on this machine. Check the address. If it is right, try again, or give the message below to the service’s administrator.
sign-in-answered-what = Something answered at this address, but it did not sign this key in.
sign-in-no-keyring-do = Nothing was sent. Give a passphrase below: the secret is then kept under it.
sign-in-no-keyring-what = This machine has no keyring that could keep the secret.
sign-in-no-secret-do = Nothing was sent. Paste the secret again: one line and nothing else.
sign-in-no-secret-what = This secret cannot be used.
sign-in-not-kept-do = The service accepted the key, and nothing was changed there. Give a passphrase below, or free the place named here, then sign in again.
sign-in-not-kept-what = The secret could not be kept on this machine.
sign-in-refused-do = The key was presented and refused; nothing was kept on this machine. Correct the identifier or the secret.
sign-in-refused-what = The service refused this key.
sign-in-unanswered-do = Nothing was kept on this machine. Check the address and the network, then sign in again.
sign-in-unanswered-what = No service answered at this address.
sign-in-wrong-passphrase-do = Nothing was sent. Type the passphrase again.
sign-in-wrong-passphrase-what = The key kept on this machine could not be opened with this passphrase.
error-no-secret-do = Save it with encours login in another terminal, then refresh; or start Encours again with ENCOURS_SECRET, or with a credential_command in this profile of config.toml.
error-no-secret-kept = Nothing was asked of the service.
error-no-secret-kept-read = Nothing was asked of the service; what was read stays readable, writes wait here.
error-no-secret-what = There is no usable secret for this key.
error-no-user-do = Choose one with “Act for a user…”, in the palette; or start Encours with --as-user, or write as_user in this profile of config.toml.
error-no-user-kept = Nothing was asked of the service.
error-no-user-what = These lists belong to a user, and none is named.
error-not-asked-do = Correct what was asked for.
error-not-asked-kept = Nothing was sent.
error-not-asked-what = This cannot be asked of the service.
foot-mean-short = mean
number-outside = { $name } lies outside the range that the service states: shown as received, and left out of means
action-select-down = Extend the cells downwards
action-select-up = Extend the cells upwards
form-export-requests-title = Export the latest requests of this machine
form-export-changes-note = All changes that the filter of their list leaves, also those that are folded.
form-export-changes-title = Export the changes since the last visit
form-export-writes-title = Export the latest writes of this machine
action-select-down-why = Take the cells of the row below into the range.
action-select-up-why = Take the cells of the row above into the range.

# The board sorted, cards carried by keyboard, ranges of cells, lanes and exports.
heat-slow = Slow
heat-stuck = Stuck
stale-line = { $heat }: { $said } ({ $how })
stale-limit = { $heat }: more than { $limit } in one status
stale-compared = longer than { $share } of the { $n } deals in this status whose age is known
stale-bounds = ({ $n } more known only from below)
stale-history = history since { $date }
lane-slow = { $n ->
    [one] { $n } slow or stuck
   *[other] { $n } slow or stuck
}
bulk-lane-title = Move to { $status }, give to { $owner }
toast-moving-back = move back asked for, not applied yet
toast-moved-back-many = { $n ->
    [one] { $n } deal moved back: its time in the status starts again
   *[other] { $n } deals moved back: their time in the status starts again
}
toast-would-undo = changed at the service already; { $key } again changes it back
toast-would-undo-many = { $n ->
    [one] { $n } change is at the service already; { $key } again takes it back
   *[other] { $n } changes are at the service already; { $key } again takes them back
}
toast-would-move-back = moved at the service already; { $key } again moves it back, its time starts again
toast-would-move-back-many = { $n ->
    [one] { $n } deal is moved at the service already; { $key } again moves it back, its time starts again
   *[other] { $n } deals are moved at the service already; { $key } again moves them back, their time starts again
}
toast-moved-back = moved back: its time in the status starts again
export-age-days = Stage age (days)
export-age-bound = Stage age is a lower bound
export-after = After
export-answer = HTTP answer
export-before = Before
export-fault = Fault
export-file-deals = deals
export-file-records = records
export-file-selected = deals selected
export-file-changes = changes
export-file-writes = writes
export-named = { $name }: { $value }
export-subject = Subject
export-took = Duration (ms)
export-sheet-deals = Deals
export-total = Total
export-value = Value
export-code = Code
export-series = Series
export-at = Observed at
export-every-change = Every change up to the next
export-share = Share
export-largest-share = largest share
export-hhi = HHI
export-field = Field
export-note = Note
foot-cells = { $n } cells ({ $rows } × { $columns })
action-grab = Take the card
    .also = drag, carry, drop, pick up
    .about = { palette-words-deal }
action-grab-why = Take the card: arrows carry it to another column or lane, Enter lets it go, Esc puts it back.
action-turn-order = Sort the cards by the next field
    .also = order, arrange, rank
    .about = { palette-words-deal }
action-turn-order-why = Stage age, name, owner, asset class, the number shown, the principal.
action-reverse-order = Sort the cards the other way
    .also = reverse, invert, ascending, descending
    .about = { palette-words-deal }
action-reverse-order-why = Sort by the same field, from its other end.
action-select-left = Extend the cells to the left
action-select-left-why = Take the cells of the column to the left into the range.
action-select-right = Extend the cells to the right
action-select-right-why = Take the cells of the column to the right into the range.
grab-put-back = { $name }, put back
heard-undo = { $key } undoes
grab-said = { $name }, taken: { $change }. Arrows carry it, { $drop } lets it go, { $back } puts it back.
grab-said-short = { $change } · { $drop } lets it go, { $back } puts it back
grab-said-keys = Arrows, { $drop } lets go, { $back } puts back
grab-place = { $n ->
    [one] { $status }, place { $place } of { $total }
   *[other] { $status }, places { $place } of { $total }
}
grab-place-lane = { $n ->
    [one] { $status }, { $lane }: place { $place } of { $total } in this lane
   *[other] { $status }, { $lane }: places { $place } of { $total } in this lane
}
drag-class = The asset class is the service’s to say: this deal stays in { $class }
drag-lands = { $n ->
    [one] lands at { $place } of { $total }
   *[other] land at { $place } of { $total }
}
bulk-apply = Apply to { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
bulk-apply-deletion = Delete { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}

## For whom is acted

acting-for = for { $user }
acting-key = the key itself
acting-key-short = the key
button-act-for = Act for them
acting-refused = { $user }, refused
acting-turning = for { $user }, opening { $next }…
acting-unknown = { $user }, unknown
empty-no-user = This list belongs to a user, and nobody is chosen.
field-user = Identifier of the user
form-user-blank = The identifier begins or ends with a space.
form-user-control = The identifier holds a character that cannot be sent.
form-user-empty = Type the identifier of a user.
form-user-long = The identifier is longer than 255 characters.
form-user-note = Nothing is sent yet. The service says whether it knows the user and lets this key act for them.
form-user-title = Act for another user
form-user-unknown = Nobody known here has this identifier. Enter once more: it is taken as typed.
leave-queue-stay = Stay with { $user }
leave-queue-stays = { $n ->
    [one] It stays
   *[other] They stay
} in the queue of { $user }: nothing is sent from there until Encours acts for { $user } again.
leave-queue-title = { $n ->
    [one] { $n } write has not left yet
   *[other] { $n } writes have not left yet
}
leave-queue-turn = Leave { $n ->
    [one] it
   *[other] them
} and act for { $next }
reason-being-opened = the store of whoever was chosen is being opened
reason-not-open-yet = nothing is open yet
toast-acts-already = Encours acts for { $user } already
toast-acts-for = Encours now acts for { $user }
toast-acts-for-left = Encours now acts for { $user }. { $n ->
    [one] { $n } write stays
   *[other] { $n } writes stay
} in the queue of { $before }
toast-turn-failed = Encours cannot act for { $user } and still acts for { $now }: { $why }
toast-turn-window = Another window acts for { $user } and was brought to the front; this one still acts for { $now }
toast-user-unknown = The service knows no user { $user }. Check the identifier, or act for somebody else
users-apart = Each has views, preferences and a queue of writes of their own; the deals are those of the key.
users-named = configured
users-now = now
users-other = Another user…
users-title = Act for a user
users-refused = refused by the service
users-unknown = unknown to the service
users-waiting = { $n ->
    [0] no write waits
    [one] { $n } write waits
   *[other] { $n } writes wait
}
toast-sort-replaced = at most { $n } columns sort: no longer by { $column }
