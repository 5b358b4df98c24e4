# Encours, français.
# Règles : phrases sans point d’exclamation, majuscule au premier mot seulement, boutons à l’infinitif.
# Les nombres ($n, $total…) portent les groupes et l’accord ; ce qui a des décimales ou une unité arrive en texte.
# Une section par lieu, les clés par ordre alphabétique dans chaque section, les deux fichiers dans le même ordre.

## Partout

absent-meaningless = n. s.
absent-not-allowed = non autorisé
absent-not-allowed-scope = non autorisé (scope { $scope })
absent-not-applicable = sans objet
absent-not-provided = non communiqué
absent-not-provided-short = n. c.
absent-not-seen-again = non revu
absent-undocumented = non documenté
absent-unknown-here = inconnu de ce poste
app-name = Encours
badge-demo = Démo
more-below = ↓ { $n } de plus
no = non
class-none = sans classe
deal-unnamed = (sans nom)
read-ago = { $of ->
    [f] lue
    [mp] lus
   *[m] lu
} il y a { $ago }
read-now = { $of ->
    [f] lue
    [mp] lus
   *[m] lu
} à l’instant
status-none = Sans statut
owner-none = sans responsable
owner-none-short = personne
owner-stranger = Aucun deal n’a encore ce responsable : vérifiez le nom.
owner-stranger-near = Aucun deal n’a ce responsable. Serait-ce { $name } ?
quoted = « { $text } »
more-actions = Autres actions
scroll-bar = Défilement – { $of }
settings-language-size = Langue et taille
settings-accent = Accent
settings-accent-own = couleur choisie, { $colour }
settings-looks = Aspect
settings-of-window = Utilisateur, aspect, langue et taille
accent-amber = ambre
accent-blue = bleu
accent-graphite = graphite
accent-green = vert
accent-rose = rose
accent-teal = sarcelle
accent-violet = violet
theme-dark = sombre
    .also = nuit, noir, foncé, obscur
theme-high-contrast = contraste élevé
    .also = haut contraste, fort contraste, contraste fort, accessibilité, malvoyant
theme-light = clair
    .also = jour, blanc, lumineux
theme-mono = mono, sans couleur
    .also = monochrome, noir et blanc, sans couleurs, gris
theme-name = Aspect :
theme-system = comme le système
    .also = automatique, suivre le système
total = total
yes = oui

## Boutons

button-cancel = Annuler
button-clear = Effacer
button-clear-filter = Effacer le filtre
button-filter-before = Rétablir le filtre
button-close = Fermer
button-mend = Corriger
button-new-deal = Nouveau deal
button-filter = Filtrer
button-read = Lire
button-retry = Réessayer
button-create = Créer
button-save = Enregistrer
button-move = Déplacer
button-recreate = Recréer
button-see = Voir
button-show-all = Tout montrer
button-show-less = Montrer moins
button-undo = Annuler

## Unités et dates

date-at-time = { $date } à { $time }
day-today = Aujourd’hui
day-yesterday = Hier
month-april = avril
month-august = août
month-december = décembre
month-february = février
month-january = janvier
month-july = juillet
month-june = juin
month-march = mars
month-may = mai
month-november = novembre
month-october = octobre
month-september = septembre
unit-day = j
unit-hour = h
unit-minute = min
unit-second = s
weekday-friday = vendredi
weekday-monday = lundi
weekday-saturday = samedi
weekday-sunday = dimanche
weekday-thursday = jeudi
weekday-tuesday = mardi
weekday-wednesday = mercredi

## Touches

key-backspace = Retour
key-delete = Suppr
key-down = Bas
key-end = Fin
key-enter = Entrée
key-esc = Échap
key-home = Début
key-left = Gauche
key-pagedown = Pg↓
key-pageup = Pg↑
key-right = Droite
key-shift = Maj
key-space = Espace
key-tab = Tab
key-up = Haut

## Écrans

screen-activity = Activité
    .also = file d’envoi, écritures, conflits, journal, requêtes, outbox, connexion, jeton, hors ligne, limite de débit, pause, synchronisation, envois, erreurs, synchro, historique des écritures
screen-activity-short = Activ.
screen-deal = Deal
    .also = fiche, dossier, affaire, panneau, détail, fiche du deal
screen-explorer = Explorateur
    .also = listes, routes, API, champs, enregistrements, ressources, données, référentiel
screen-explorer-short = Expl.
screen-notifications = Notifications
    .also = boîte de réception, tri, alertes, marquer lue, sommeil, étoile, semblables, identifiants suivis, messages, courrier
screen-notifications-short = Notif.
screen-pipeline = Pipeline
    .also = deals, kanban, tableau, colonnes, statuts, affaires, dossiers, opportunités, mes deals, cartes, liste des deals, accueil, entonnoir, étapes
screen-portfolio = Portefeuille
    .also = synthèse, totaux, nominal, répartitions, graphiques, contrôles, concentration, encours, statistiques, vue d’ensemble, bilan, chiffres
screen-portfolio-short = Portef.
screen-tasks = Tâches
    .also = kanban, préparation, à faire, échéances, choses à faire, agenda, échéancier
screen-views = Vues
    .also = vues enregistrées, tableaux de bord

## Ligne d’état

status-as-of = données de { $at }
status-as-of-day = données du { $at }
status-refused = lecture des deals refusée
status-because = { $what } : { $why }
status-why-there = { $what } ({ $key } dit pourquoi)
status-unread = lecture des deals impossible
status-held = { $n ->
    [one] { $n } gardé ici
   *[other] { $n } gardés ici
}
status-held-so-far = { $n ->
    [one] { $n } lu à ce stade, le service peut en détenir d’autres
   *[other] { $n } lus à ce stade, le service peut en détenir d’autres
}
status-held-so-far-short = { $n } à ce stade
conflict-count = × { $n } en conflit
conflict-writes = { $n ->
    [one] { $n } écriture en conflit
   *[other] { $n } écritures en conflit
}
status-connecting = connexion…
status-coverage = { $part }/{ $total } relus
status-coverage-miscounted = { $part ->
    [one] le service en compte { $total }, { $part } reçu
   *[other] le service en compte { $total }, { $part } reçus
}
status-coverage-long = { $total ->
    [one] { $part } deal relu sur { $total }
   *[other] { $part } deals relus sur { $total }
}
status-fresh = à jour { $at }
status-intercepted = ce réseau répond à la place du service
status-fresh-least = à jour
status-fresh-at = à jour à { $at }
status-cut = réponse interrompue
status-failing = service en erreur
status-not-understood = réponse incomprise
parked-count = { $n ->
    [one] × { $n } écriture refusée
   *[other] × { $n } écritures refusées
}
parked-writes = { $n ->
    [one] { $n } écriture refusée
   *[other] { $n } écritures refusées
}
status-name = Ligne d’état
status-never-whole = jamais lu en entier sur ce poste
status-never-read = jamais lu par ce poste
status-online = en ligne
status-offline = hors ligne
status-reading = lecture…
status-withheld = hors ligne, comme demandé
status-signed-out = connexion requise
start-again = Réessayer
start-back = Lire sans se connecter
start-base-url-do = Vérifier l’adresse : elle commence par https:// et finit par /v1. Puis relancer Encours.
start-base-url-what = L’adresse du service ne peut pas servir.
start-copy = Copier le message
start-demo = Essayer la démo
status-since = { $n ->
    [one] { $n } changement depuis le { $date } ({ $key })
   *[other] { $n } changements depuis le { $date } ({ $key })
}
status-slow = service lent
start-failed = Le service n’a pas pu être ouvert
start-key-wanted-what = Aucun secret utilisable pour cette clé sur ce poste.
start-no-base-url-do = Demander l’adresse et une clé à l’administrateur du service, puis les enregistrer : encours login.
start-no-base-url-what = Aucun service n’est configuré sur ce poste.
start-no-home-do = Relancer avec --config-dir et --data-dir.
start-no-home-what = Ce compte n’a pas de dossier personnel.
start-no-key-id-do = Demander une clé à l’administrateur du service, puis l’enregistrer : encours login.
start-no-key-id-what = Aucune clé n’est configurée pour ce service.
start-other-do = Corriger, puis réessayer. Rien n’a été envoyé.
status-waiting-gate = attente demandée { $left }
status-waiting-gate-until = attente demandée { $left }, jusqu’à { $at }
waiting = en attente
untaken-count = { $n ->
    [one] ↑ { $n } non prise, nouvel essai à { $at }
   *[other] ↑ { $n } non prises, nouvel essai à { $at }
}
untaken-writes = { $n ->
    [one] { $n } écriture non prise pour l’instant, nouvel essai à { $at }
   *[other] { $n } écritures non prises pour l’instant, nouvel essai à partir de { $at }
}
waiting-count = ↑ { $n } en attente
waiting-writes = { $n ->
    [one] { $n } écriture en attente
   *[other] { $n } écritures en attente
}
works-failing = les changements sont gardés et partiront d’eux-mêmes
works-gate = les changements sont gardés et partiront après l’attente
works-hindered = les changements sont refusés, faute de pouvoir être gardés
works-offline = les changements sont gardés et partiront au retour du service
works-read = ce qui a été lu reste lisible
works-withheld = les changements sont gardés jusqu’à un démarrage sans --offline
withheld-none-before = Rien n’a été lu auparavant. Démarrez Encours sans --offline pour lire les deals.
works-signed-out = les changements sont gardés tant que la clé n’est pas acceptée
works-slow = rien n’est perdu, les réponses tardent

## Écritures

hold-leaves-in = part dans { $left }
hold-leaves-at = part à { $at }
hold-left = parti
hold-no-return-in = sans retour dans { $left }
hold-no-return-at = sans retour à { $at }
hold-until-undo = rien n’est envoyé avant { $s } s, annulable par { $key }
lock-identity = écrite pour { $who } : reste ici jusqu’au retour de cette identité
lock-damaged = endommagée sur ce poste : elle ne peut pas partir, et peut être abandonnée
lock-newer = écrite par une version plus récente, qui l’enverra
write-conflict = conflit
write-create = Nouveau deal
write-delete = Suppression
write-mark-read = Marquer lue
write-other = Autre écriture
write-refused = refusée
write-sending = envoi
write-doubtful = issue inconnue, peut-être appliquée
write-found-again = sauvée d’un fichier endommagé, peut-être déjà envoyée
write-waiting = en attente
write-waiting-cut = en attente, réponse du service interrompue
write-waiting-failing = en attente, service en défaut
write-waiting-not-understood = en attente, réponse du service incomprise
write-waiting-intercepted = en attente, ce réseau répond à la place du service
write-waiting-gate = en attente, envois suspendus
write-waiting-offline = en attente, hors ligne
write-waiting-withheld = en attente, démarré avec --offline
write-waiting-signed-out = en attente, connexion requise

## Pipeline

card-numbers-all = { $n } chiffres au plus : en retirer un d’abord
card-numbers-full = retirez d’abord l’un des autres
card-numbers-last = une carte garde un chiffre
card-numbers-most = { $n } chiffres au plus
card-position = { $place } sur { $total }
row-position = { $place } sur { $total } du tableau
column-folded = repliée
column-select = Sélectionner la colonne
column-sum = { $name } { $sum } · { $part } sur { $total }
figure-title = Chiffre en tête des colonnes
figure-hint = Un seul choix pour tout le kanban, gardé avec la vue ; ce qu’il couvre est toujours dit.
figure-sum = Somme
figure-mean = Moyenne
figure-median = Médiane
figure-min = Minimum
figure-max = Maximum
figure-weighted = Pondéré par vos probabilités
figure-weighted-demo = Pondéré par les probabilités d’exemple
figure-none = Rien
figure-over = Mesure : { $name }
figure-of-mean = Moy. { $name }
figure-of-median = Méd. { $name }
figure-of-min = Min. { $name }
figure-of-max = Max. { $name }
figure-of-weighted = { $name } pondéré
figure-short-mean = Moy.
figure-short-median = Méd.
figure-short-min = Min.
figure-short-max = Max.
figure-short-weighted = Pond.
figure-unweighted = Sans probabilité
figure-unweighted-short = Sans prob.
figure-unweighted-why = Vos probabilités n’en donnent pas à ce statut : il n’est pas compté.
figure-unweighted-why-demo = Les probabilités d’exemple n’en donnent pas à ce statut : il n’est pas compté.
figure-weighted-by = Pondéré par vos probabilités : { $percent }
figure-weighted-by-demo = Pondéré par les probabilités d’exemple : { $percent }
figure-weighted-covers = elles couvrent { $part } statuts sur { $total }
figure-weighted-none = aucune n’est écrite : [pipeline.probability] dans { $file }
metrics-name = Chiffres du pipeline
metrics-slow-filter = age>{ $days }j
metrics-aside-filter = -statut:{ $codes }
metric-deals = Deals
metric-of-all = sur { $total }
metric-all-shown = tous affichés
metric-principal = Capital restant dû
metric-received = reçu pour { $part } sur { $total }
metric-mean = CRD moyen
metric-weighted = CRD pondéré
metric-weighted-note = vos probabilités · { $part } sur { $total }
metric-weighted-note-demo = probabilités d’exemple · { $part } sur { $total }
metric-slow = Deals lents
metric-slow-note = plus de { $limit } au même statut
metric-slow-known = plus de { $limit } · connu pour { $part } sur { $total }
metric-changed = Changements
metric-changed-note = depuis le { $date }
metric-changed-note-all = tout le pipeline, depuis le { $date }
metric-first-visit = première visite
metric-not-received = CRD non communiqué
metric-no-probability = aucune probabilité pour ces statuts
metric-no-deal = aucun deal affiché
metric-no-deal-open = aucun deal en cours
metric-no-age = date d’entrée inconnue
drag-drop = { $n ->
    [one] Déposer { $n } deal
   *[other] Déposer { $n } deals
}
drag-drop-task = Déposer la tâche ici
drag-task-sorted = rangée ensuite par échéance
drag-escape = { $key } annule
drag-hint-keys = sans la souris :
drag-nowhere = Déposer sur une autre colonne
drag-sorted-by = puis tri par { $sort }
drag-summary = { $n ->
    [one] { $n } deal : { $from } → { $to }
   *[other] { $n } deals : { $from } → { $to }
}
drag-summary-several = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
field-lines = champs
fields-shown = Champs
filter-no-limits = { $field } n’a pas de seuils de la maison, donc pas de bandes : les donner sous [limits] dans config.toml
filter-code-unknown = aucun deal lu ne porte le code { $code }
filter-owner-unknown = aucun deal lu n’a { $code } pour responsable
filter-kept = en vigueur d’ici là : { $filter }
filter-kept-none = aucun filtre en vigueur, tous les deals sont affichés
filter-error-at = caractère { $column }
filter-also = aussi { $term } : { $deals }
filter-also-keys = aussi { $term } : { $deals } ({ $keys })
filter-titles = Filtrer les titres
filter-me-unset = « moi » n’est pas connu : taper « je suis Prénom Nom » dans la palette, ou me = ["…"] dans config.toml
button-unpin-view = Détacher
filter-by-value = Seulement { $value }
filter-placeholder = Filtrer par nom ou condition, par exemple ltv>65%
head-deals = { $total ->
    [one] { $total } deal
   *[other] { $total } deals
} · { $shown ->
    [one] { $shown } affiché
   *[other] { $shown } affichés
}
head-deals-so-far = { $total ->
    [one] { $total } deal lu
   *[other] { $total } deals lus
} à ce stade · { $shown ->
    [one] { $shown } affiché
   *[other] { $shown } affichés
}
search-or-run = Chercher ou agir
sort-label = Tri
view-all-deals = Tous les deals
demo-view-alert = LTV en alerte
demo-view-alert-filter = ltv:alerte -statut:lost
demo-view-committee = Au comité
demo-view-committee-filter = statut:ic
demo-view-owner = Deals d’A. Martin
demo-view-owner-filter = responsable:"A. Martin" -statut:lost
demo-view-slow = Plus de 15 jours
demo-view-slow-filter = age>15j -statut:lost,on_hold

## Sélection, tableau, vues, changements en nombre

bar-clear = Effacer
bar-copy = Copier
bar-delete = Supprimer…
bar-details = Détails
bar-export = Exporter…
bar-edit = Responsable…
bar-move = Déplacer…
bulk-delete-title = Supprimer ces deals ?
bulk-done = { $n } au service
bulk-conflicts = { $n } en conflit
bulk-failed = { $n ->
    [one] { $n } refusé
   *[other] { $n } refusés
}
bulk-move-title = Déplacer vers { $status }
bulk-no-owner-said = Le champ est resté vide : ces deals n’auront plus de responsable.
bulk-no-owner-title = Retirer le responsable
bulk-nothing-yet = Rien n’est envoyé avant { $key }.
bulk-owner-title = Confier à { $owner }
bulk-planned = { $n } à modifier
bulk-planned-deletion = { $n } à supprimer
bulk-row-gone = → { $value }, supprimé depuis
bulk-row-since = → { $value }, maintenant { $now }
bulk-row-stopped = arrêté avant l’envoi
bulk-since = { $n } autrement depuis
bulk-skipped = { $n ->
    [one] { $n } inchangé
   *[other] { $n } inchangés
}
bulk-stopped = { $n ->
    [one] { $n } arrêté
   *[other] { $n } arrêtés
}
bulk-waiting = { $n } en attente
button-display = Affichage
button-end-presentation = Quitter la présentation
button-save-view = Enregistrer la vue
card-selected = sélectionné
column-hide = Masquer la colonne
column-keep-in-sight = Garder en vue à gauche
column-only = la seule
column-pinned = reste en vue
column-received = reçu pour { $part } sur { $total }
column-edge = Largeur de { $column }
columns-hint = Les colonnes montrées d’abord, dans l’ordre du tableau.
columns-shown = Colonnes
columns-title = Colonnes du tableau
command-many = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
command-me = je moi i me
command-me-again = Entrée encore une fois : gardé tel quel
command-me-label = Je suis { $name }
command-me-nobody = Je suis…
command-me-wanted = taper ou choisir un nom
command-move = deplacer vers
command-move-label = Déplacer { $whom } vers { $status }
command-owner = responsable resp
command-owner-label = Confier { $whom } à { $owner }
command-sort = trier tri
command-sort-label = Trier par { $column }
command-ascii-off = Bordures et signes dessinés, plus en ASCII
command-ascii-on = Bordures et signes en ASCII
command-mouse-off = Souris ignorée : le terminal sélectionne lui-même
    .also = souris, pointeur, clic, molette, sélection
command-mouse-on = Souris écoutée
    .also = souris, pointeur, clic, molette
command-accent = accent couleur
command-accent-label = Accent : { $accent }
command-theme = theme aspect
command-theme-label = Aspect : { $theme }
command-view = vue
command-view-label = Ouvrir la vue { $name }
copied-by-system = presse-papiers
copy-id = { $n ->
    [one] L’identifiant
   *[other] Les { $n } identifiants
}
copy-name = { $n ->
    [one] Le nom
   *[other] Les { $n } noms
}
copy-refusal =
    Encours, écriture refusée
    Enregistrement : { $record }
    Requête : { $route }
    Réponse : { $status } { $title }
    Détail : { $detail }
    X-Request-ID : { $id }
    Idempotency-Key : { $key }
copy-request =
    Encours, requête
    Requête : { $method } { $path }
    Réponse : { $status }
    X-Request-ID : { $id }
    Envoyée : { $at }
copy-request-block = Les faits de la dernière requête, pour le support
copy-refusal-block = Les faits de l’écriture refusée, pour le support
copy-member = { $name } : { $value }
copy-request-id = X-Request-ID
copy-cells = { $n ->
    [one] La cellule marquée, pour un tableur
   *[other] Les { $n } cellules marquées, pour un tableur
}
copy-rows = { $n ->
    [one] La ligne, pour un tableur
   *[other] Les { $n } lignes sélectionnées, pour un tableur
}
copy-rows-shown = { $n ->
    [one] La ligne affichée, pour un tableur
   *[other] Les { $n } lignes affichées, pour un tableur
}
copy-rows-together = { $n ->
    [one] La ligne, pour un tableur
   *[other] Les { $n } réunies dans la ligne, pour un tableur
}
copy-title = Copier
deal-note-local = locale
deal-entry-reason = Motif ({ $status }) : { $reason }
deal-own-field = { $field } : { $value }
field-note = Note
field-view-name = Nom
foot-coverage = calculé sur
foot-mean = moyenne
foot-outside = { $n } hors plage
foot-over = sur { $n }
foot-selected = { $n ->
    [one] { $n } sélectionné
   *[other] { $n } sélectionnés
}
foot-shown = { $part } sur { $total }
foot-sum = somme
density-comfortable = Cartes confortables
density-compact = Cartes compactes
lanes-class = Couloirs par classe d’actif
lanes-none = Sans couloirs
lanes-owner = Couloirs par responsable
selection-count = { $n ->
    [one] { $n } sélectionné
   *[other] { $n } sélectionnés
}
selection-folded = dont { $n } dans des colonnes repliées
selection-hidden = { $n ->
    [one] dont { $n } caché par le filtre
   *[other] dont { $n } cachés par le filtre
}
selection-range = { $n ->
    [one] jusqu’ici { $n } sélectionné
   *[other] jusqu’ici { $n } sélectionnés
}
selection-sum = Σ { $name } { $sum } ({ $part } sur { $total })
sort-board = tri par statut, puis ancienneté ↓
sort-by = tri { $keys }
stale-reason = { $age } sans changement de statut, plus de { $limit }
switch-board = Kanban
switch-table = Tableau
switch-tree = Arbre
table-exact = { $name } { $value } exactement
table-exact-band = { $said } : { $band } (seuils { $ok } et { $watch })
table-name = { $n } deals dans le tableau
table-heads = En-têtes de colonnes
sorted-falling = tri décroissant
sorted-rising = tri croissant
sorted-rank = clé { $rank } sur { $keys }
view-changed = modifiée
view-deals = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
view-default = au démarrage
view-default-service = par défaut au service
view-pinned = épinglée
view-holds = Contient
view-no-filter = aucun : tous les deals
view-opens = S’ouvre
view-opens-at-start = d’elle-même au démarrage, et quand elle est choisie
view-opens-when-asked = quand elle est choisie
view-shown-as = Affichage
view-sort-board = par statut, puis ancienneté, décroissant
view-title-marked = { $name } •
view-title-changed = { $name } (modifiée)
views-local = Gardées sur ce poste.
views-none = Aucune vue enregistrée : filtrez, puis gardez la vue avec { $key }.
views-side = Vues
views-title = Vues

## Champs d’un deal

field-age = Ancienneté
field-age-short = Ancienneté
field-age-shortest = Âge
field-class = Classe d’actif
field-class-shortest = Classe
field-columns = Colonnes
field-filters = Filtres
field-id = Identifiant
field-ids = Identifiants
field-investment-type = Type d’investissement
field-name = Nom
field-name-here = Nom ici
field-nominal = Nominal
field-owner = Responsable
field-reason = Motif
field-reason-of = Motif ({ $status })
field-owner-shortest = Resp.
field-route = Route
field-sort = Tri
field-status = Statut

## Deal

check-agree = { $n ->
    [one] { $n } contrôle concorde.
   *[other] { $n } contrôles concordent.
}
check-binding-noi = Test contraignant : { $name }, rupture à un NOI de { $value }
check-binding-value = Test contraignant : { $name }, rupture à une valeur de { $value }
check-broken-noi = Test contraignant : { $name }, déjà en rupture, sous un NOI de { $value }
check-broken-value = Test contraignant : { $name }, déjà en rupture, sous une valeur de { $value }
check-derived = { $name } { $value }
check-different = { $name } reçu { $received }, recalculé { $computed }
check-formula-debt-yield = NOI ÷ CRD
check-formula-dscr = NOI ÷ service de la dette
check-formula-ltv = CRD ÷ valeur vénale
check-formula-tranches = senior + mezzanine
check-implied-yield = Taux de rendement implicite
check-instead = { $formula } = { $value }
check-order = ICR inférieur au DSCR
check-out-of-range = { $name } hors plage
check-period = périodes différentes ?
check-senior-ltv = LTV senior (calculé)
stress-noi = NOI −{ $cut }
stress-rate = Taux +{ $n } pb
stress-value = Valeur −{ $cut }
check-unit-slip = { $name } : pourcentage saisi comme fraction ?
deal-age-first-seen = déjà là à la première lecture, { $date }
deal-class-read-only = lecture seule
deal-class-read-only-short = lecture seule
deal-gone = Ce deal n’est plus dans le service.
deal-history-empty = Rien d’observé jusqu’ici.
deal-limits = seuils maison
deal-limits-long = seuils d’alerte maison
deal-note-from-service = du service, lecture seule
deal-notes = Notes
    .also = commentaires, notes du deal, remarques
deal-notes-empty = Aucune note dans le service.
deal-notes-not-read = Notes pas encore lues.
deal-pane-fields = Champs
    .also = statut, responsable, classe d’actif, identifiant, fiche
deal-pane-kpi = Indicateurs
    .also = KPI, ratios, LTV, LTC, DSCR, ICR, debt yield, rendement de la dette, perte estimée, score de risque, CRD, capital restant dû, valeur vénale, NOI, revenu net, service de la dette, seuils, bandes, vérifications, simulation, valeur de rupture, instantané financier
deal-pane-requests = Écritures et requêtes
    .also = écritures du deal, X-Request-ID
deal-requests-empty = Aucune requête pour ce deal depuis l’ouverture.
deal-requests-summary = { $n ->
    [one] { $n } requête
   *[other] { $n } requêtes
}
deal-writes-summary = { $n ->
    [one] { $n } écriture en attente
   *[other] { $n } écritures en attente
}
deal-requests-summary-failed = { $n ->
    [one] { $n } requête
   *[other] { $n } requêtes
}, { $failed } en échec
age-not-sent = compte dès que le déplacement est envoyé
age-created = depuis le { $date }, créé par ce poste
age-exact = depuis le { $date }, déplacé par ce poste
age-between = changé entre le { $from } et le { $to }
age-interval = changement vu le { $date }
age-received = depuis le { $date }, selon le service
age-seen-short = vu le { $date }
age-since-short = dep. { $date }
deal-stage-all = { $age } en tout dans ce statut
kpi-crd-source = Origine du CRD : { $source }
kpi-out-of-range = hors plage
cli-not-a-number = pas un nombre
request-no-answer = sans réponse
request-answered = répondu
request-applied = appliquée
request-failed = panne du service ({ $status })
request-not-found = introuvable ({ $status })
request-paused = attente demandée ({ $status })
request-refused = refusée ({ $status })
request-title = { $operation } : { $about }
asked-auth_token_exchange = Jeton d’accès
asked-entity_get = Entité
asked-portfolio_summary = Synthèse du portefeuille
asked-deals_list = Liste des deals
asked-deals_create = Création d’un deal
asked-deals_get = Deal
asked-deals_update = Modification d’un deal
asked-deals_delete = Suppression d’un deal
asked-deals_notes_list = Notes d’un deal
asked-tasks_update = Modification d’une tâche
asked-tasks_get = Tâche
asked-tasks_list = Liste des tâches
asked-saved_views_update = Modification d’une vue enregistrée
asked-saved_views_get = Vue enregistrée
asked-saved_views_list = Liste des vues enregistrées
asked-dashboards_get = Tableau de bord
asked-dashboards_list = Liste des tableaux de bord
asked-alert_preferences_list = Préférences d’alerte
asked-field_definitions_get = Définition de champ
asked-field_definitions_list = Liste des définitions de champs
asked-field_definitions_by_key = Définition de champ par sa clé
asked-alerts_get = Alerte
asked-alerts_list = Liste des alertes
asked-notifications_get = Notification
asked-notifications_read = Notification marquée lue
asked-notifications_list = Liste des notifications
asked-operations_list = Liste des opérations
asked-spvs_list = Liste des SPV
asked-operateurs_list = Liste des opérateurs
asked-fonds_list = Liste des fonds
asked-taxonomies_list = Taxonomies
asked-workflows_preview = Aperçu des recommandations
asked-workflows_list = Workflows
asked-operations_get = Opération
asked-spvs_get = SPV
asked-operateurs_get = Opérateur
asked-fonds_get = Fonds
asked-siren_enrichment_get = Données SIREN d’un opérateur
asked-siren_enrichment_apply = Reprise des données SIREN
asked-refunds_list = Liste des remboursements
asked-refunds_create = Création d’un remboursement
asked-rcci_summary = Synthèse RCCI
asked-ai_extraction_jobs_list = Liste des extractions par IA
asked-ai_extraction_jobs_create = Lancement d’une extraction par IA
asked-ai_extraction_jobs_get = Extraction par IA
asked-imports_list = Liste des imports
asked-notes_list = Liste des notes
asked-external_identifiers_list = Liste des identifiants externes
asked-personal_data_requests_list = Demandes sur les données personnelles
asked-personal_data_get = Données personnelles d’un utilisateur
asked-postman_get = Description du service
asked-other = Autre route
kpi-received-none = aucun indicateur communiqué
kpi-ratios-below = { $n ->
    [one] { $n } indicateur
   *[other] { $n } indicateurs
}
kpi-shocks-below = { $n ->
    [one] { $n } choc simulé
   *[other] { $n } chocs simulés
}
right-granted = ouvert ({ $status }), { $at }
right-key-refused = clé non acceptée ({ $status }), { $at } : droit inconnu
right-refused = refusé ({ $status }), { $at }
right-unknown = rien à cet endroit ({ $status }), { $at } : droit inconnu
request-copy = Copier l’identifiant de requête { $id }
requests-folded = { $n } requêtes
requests-answer = réponse
requests-asked = demande
requests-no-writes = Aucune écriture parmi les requêtes gardées
requests-none = Aucune requête depuis l’ouverture.
requests-sent = envoyée
requests-took = durée
requests-request = requête
requests-route = route
requests-time = heure
table-band = bande
table-value = valeur

## Portefeuille

breakdown-by-class = Par classe d’actif
    .also = répartition, concentration, HHI
breakdown-by-class-short = Par classe
breakdown-by-status = Par statut
    .also = répartition, statuts d’opération
breakdown-by-type = Par type d’investissement
    .also = répartition, concentration, HHI
breakdown-by-type-short = Par type
breakdown-empty = répartition non communiquée
breakdown-no-amount = effectifs, pas de montant par code
breakdown-no-amount-long = Effectifs : le service ne donne pas de montant par code
breakdown-order = ordre par effectif
breakdown-order-long = Statuts du service, ordre par effectif
breakdown-sum-differs = Σ { $sum }, total { $total }
breakdown-sum-equals = Σ { $sum } = total
breakdown-unclassified = { $n ->
    [one] { $n } sans classe communiquée
   *[other] { $n } sans classe communiquée
}
concentration-hhi = HHI { $value }
entity-ai = IA
entity-ai-off = désactivée
entity-ai-on = activée
entity-frequency = Fréquence
entity-frequency-note = mois, hypothèse
entity-holidays = Zone de vacances
entity-holidays-short = Zone
entity-name = Nom
entity-reference-date = Date de référence
entity-reference-date-short = Date réf.
entity-reporting = Reporting
entity-risk = Seuil de risque
entity-risk-short = Seuil
entity-risk-unit = unité n. c.
entity-siren = SIREN
entity-title = Entité
    .also = société, SIREN, reporting, seuil de risque, zone de vacances, mode, fréquence, IA
entity-type = Type
portfolio-checks = { $agree } contrôles sur { $total } concordent
portfolio-checks-short = { $agree }/{ $total } contrôles
portfolio-funds = Fonds
portfolio-head-note = totaux du service, ressources supprimées exclues, devise non précisée
portfolio-nominal = Nominal total
portfolio-operations = Opérations
portfolio-operators = Opérateurs
portfolio-spvs = SPV
portfolio-trend = Évolution
portfolio-trend-none = Aucun relevé jusqu’ici : les courbes commencent à la première lecture.

## History

history-at = le { $date }
history-at-latest = au plus tard le { $date }
history-back = De retour
history-between = entre le { $from } et le { $to }
history-by-others = ailleurs
history-by-us = ce poste
history-by-us-perhaps = peut-être ce poste
history-deleted = Supprimé
history-first-seen = Déjà là à la première lecture
history-new = Nouveau deal
history-not-seen = Non revu à la dernière lecture complète
history-seen-again = Revu
history-status-absent = Statut absent de cette lecture
history-status-given = Statut de nouveau communiqué : { $status }
journal-open = Ouvrir le deal
journal-no-deal = il n’est plus là
journal-copy-id = Copier l’identifiant de requête
journal-write = Écriture
journal-many = { $n } enregistrements
report-writes-left = { $n ->
    [one] 1 autre écriture n’est pas listée
   *[other] { $n } autres écritures ne sont pas listées
}
journal-reason-given = Motif
journal-outcome = Issue
journal-asked = Demande
journal-decided = Décision
journal-attempts = Envois
journal-key = Clé d’idempotence
journal-details = Détails
journal-fold = Masquer les détails
journal-copy = Copier { $text }
journal-no-id = rien n’a été envoyé
journal-applied = appliquée
journal-so-already = déjà ainsi, non envoyée
journal-conflict = en conflit
journal-discarded = abandonnée
journal-found = trouvée faite, on ne sait par qui
journal-later = { $n ->
    [0] en attente, pas encore envoyée
   *[other] en attente, essayée { $n } fois
}
journal-reason = motif : { $reason }
journal-refused = refusée
journal-replaced = remplacée par un changement plus récent
journal-taken-back = annulée
journal-taken-up = abandonnée, puis reprise
since-back = { $n } de retour
since-changed = { $n ->
    [one] { $n } autre champ
   *[other] { $n } autres champs
}
since-crossed = { $n } au-delà d’un seuil
since-deleted = { $n ->
    [one] { $n } supprimé
   *[other] { $n } supprimés
}
since-filtered = Filtre « { $filter } » : { $n } sur { $total }
since-first-visit = Première visite sur ce poste : ce qui change à partir de maintenant sera relevé.
since-first-visit-user = Pas de visite précédente comme { $user } : ce qui change à partir de maintenant sera relevé. Pour ce qui a changé depuis votre propre visite, cessez d’agir comme { $user }.
since-head-by = Par
since-head-change = De et à
since-head-what = Changement
since-head-when = Observé
since-left-out = { $n ->
    [one] et { $n } changement plus ancien
   *[other] et { $n } changements plus anciens
}
since-moved = { $n ->
    [one] { $n } déplacé
   *[other] { $n } déplacés
}
since-new = { $n ->
    [one] { $n } nouveau
   *[other] { $n } nouveaux
}
since-not-seen = { $n ->
    [one] { $n } non revu
   *[other] { $n } non revus
}
since-nothing = Rien n’a changé depuis le { $date }.
since-others-hide = { $n ->
    [one] Masquer { $n } autre changement
   *[other] Masquer { $n } autres changements
}
since-others-show = { $n ->
    [one] Afficher { $n } autre changement
   *[other] Afficher { $n } autres changements
}
since-reassigned = { $n ->
    [one] { $n } réattribué
   *[other] { $n } réattribués
}
since-renamed = { $n ->
    [one] { $n } renommé
   *[other] { $n } renommés
}
since-first-summary = Depuis la première lecture : { $counts }
since-summary = Depuis le { $date } : { $counts }
status-unknown = { $n ->
    [one] { $n } deal dans un statut inconnu
   *[other] { $n } deals dans un statut inconnu
}
deal-history-censored = borne basse
deal-history-exact = exact
deal-history-interval = entre deux lectures
deal-history = Observé sur ce poste
    .also = historique, ancienneté, délais, durées, stagnation, bloqués
deal-outside-filter = hors de ce filtre
deal-not-seen = non revu, vu pour la dernière fois le { $date }
trend-deals = Deals
trend-once = Une seule lecture pour l’instant : une deuxième valeur fera une tendance.
trend-quiet = Rien n’a encore changé. Les courbes se tracent au premier changement.
trend-since = depuis le { $date }
trend-since-once = un seul relevé, le { $date }

## Notifications

armed-again = { $key } encore une fois : { $action }
inbox-other-tabs = Autres onglets
armed-brief = Encore { $key } : { $n ->
    [one] { $n } lue
   *[other] { $n } lues
}
armed-confirm = Encore { $key } pour confirmer
armed-disarms = se désarme dans { $left }
armed-disarms-at = se désarme à { $at }
armed-give-up = { $key } renoncer
inbox-asleep-until = en sommeil jusqu’au { $date }, ici seulement
inbox-count = { $n ->
    [one] { $n } notification
   *[other] { $n } notifications
}
inbox-known = { $n ->
    [one] { $n } connue
   *[other] { $n } connues
}
inbox-mark-all = { $n ->
    [one] Marquer { $n } comme lue
   *[other] Marquer { $n } comme lues
}
inbox-mark-cost = { $n ->
    [one] { $n } requête, au moins { $time }
   *[other] { $n } requêtes, au moins { $time }
}
inbox-preview = Aperçu
inbox-preview-marks-nothing = L’aperçu ne marque rien comme lu.
inbox-route-forbidden = liste non autorisée pour cette clé
empty-inbox-unread-hint = Les lues, celles en sommeil et les étoiles sont sous les autres onglets.
empty-tasks-watched-hint = Avec { $key }, ajoutez celles qu’on vous a données : identifiants, adresses, courriel ou CSV collés tels quels. Ce poste les suit, et leur nombre le dit.
empty-tasks-watched = Le service ne liste pas les tâches
empty-inbox-watched-hint = Avec { $key }, ajoutez ceux qu’on vous a donnés : identifiants, adresses, courriel ou CSV collés tels quels. Ce poste les suit, et leur nombre le dit.
empty-inbox-watched = Le service ne liste pas les notifications
inbox-run = { $done ->
    [one] { $done } marquée sur { $total }, { $waiting } en attente
   *[other] { $done } marquées sur { $total }, { $waiting } en attente
}
inbox-run-stop = { $key } arrête
inbox-similar = { $days ->
    [one] Même titre, au chiffre près : { $n } en un jour
   *[other] Même titre, au chiffre près : { $n } en { $days } jours
}
inbox-tab-snoozed = En sommeil
    .also = reportées, rappel
inbox-tab-starred = Étoiles
    .also = favorites, suivies
inbox-together = { $n } semblables
inbox-wake = Réveiller
notification-untitled = (sans titre)
inbox-same-deal = Deal du même nom
inbox-same-deal-note = rapproché par le nom, non confirmé
inbox-seen-here = Vue ici
inbox-service-date = Au service
inbox-service-date-none = date non communiquée
inbox-state = État
inbox-tab-all = Toutes
inbox-tab-read = Lues
    .also = traitées, lus
inbox-tab-unread = Non lues
    .also = à traiter, non lus
inbox-unknown = Identifiants suivis sans réponse
inbox-watched-ids = { $n ->
    [one] non listées par le service, { $n } identifiant suivi
   *[other] non listées par le service, { $n } identifiants suivis
}
inbox-watched-ids-short = { $n ->
    [one] { $n } suivie
   *[other] { $n } suivies
}
notification-marking = marquage…
notification-read = lue
notification-unread = non lue
notification-refused = non lue, marquage refusé
inbox-held = { $n ->
    [one] { $n } gardée non lue ici seulement
   *[other] { $n } gardées non lues ici seulement
}
inbox-selected = { $n ->
    [one] { $n } sélectionnée
   *[other] { $n } sélectionnées
}
inbox-similar-more = { $n ->
    [one] et { $n } autre
   *[other] et { $n } autres
}
inbox-marks-these = { $n ->
    [one] Marquer la non lue
   *[other] Marquer ces { $n }
}
inbox-marks-together = { $key } marque ces { $n } · { $unfold } les déplie
notification-held = non lue ici seulement, lue au service
inbox-note-none = Aucune note. { $key } en écrit une, pour ce poste seulement.
inbox-note-here = ce poste seulement
bursts-title = Ce qui se répète
    .also = rafales, doublons, fréquence, bruit
bursts-hourly = par heure, { $n } dernières h
bursts-daily = par jour, dès { $date }
bursts-seen-here = vu par ce poste
bursts-none = Rien n’est affiché.
bursts-spoken = { $kind } : { $n }, du { $first } au { $last }, au plus { $most } en un jour
bursts-spoken-hourly = { $kind } : { $n }, du { $first } au { $last }, au plus { $most } en une heure
copy-handover = La relève, en texte
toast-copied-handover = relève copiée
toast-marking-figures = { $n ->
    [one] { $n } sera marquée lue ({ $figures })
   *[other] { $n } seront marquées lues ({ $figures })
}
toast-held = { $n ->
    [one] non lue ici seulement : le service l’a lue
   *[other] { $n } non lues ici seulement : le service les a lues
}
toast-held-elsewhere = modification pas encore envoyée
keys-file-hint = Sans le #, ces touches remplacent celles d’origine ; encours man dit tous les noms.
toast-keys-changed = Touches changées, en vigueur dès maintenant
toast-keys-refused = config.toml reste comme il était ; { $why }
toast-keys-stand-in = Les touches se changent dans { $path }, sous [settings.keys] ; sans $EDITOR, rien ne l’ouvre d’ici
toast-mouse-off = Souris ignorée
toast-mouse-on = Souris écoutée
toast-nothing-marked = rien n’a été marqué
toast-leaving = sa suppression est en cours d’envoi : annulée, sauf si le service l’a déjà faite
toast-let-go = { $n ->
    [one] lue, comme au service : rien n’est envoyé
   *[other] { $n } lues, comme au service : rien n’est envoyé
}
handover-title = Titre
handover-severity = Gravité
handover-deal = Deal (par le nom)
handover-asleep = En sommeil jusqu’au
handover-starred = Étoile (ici)
handover-note = Note locale
handover-read = Lue au service
handover-unread-here = Non lue ici seulement
handover-deal-id = Identifiant du deal
handover-head = Relève, notifications, { $date }
handover-left = À traiter : { $n }
handover-held = Non lues ici seulement (lues au service) : { $n }
handover-sleeping = En sommeil (ici seulement) : { $n }
handover-told = Lues, étoilées ou annotées : { $n }
handover-until = jusqu’au { $date }
handover-foot = Étoiles, sommeil, notes et non-lues gardées sont propres à ce poste : le service n’en sait rien.
form-note-many-title = { $n ->
    [one] Note locale sur { $n } notification
   *[other] Note locale sur { $n } notifications
}
form-export-notifications-title = Exporter les notifications
preferences-of = { $user }, en lecture
hint-read-these = marquer lues
hint-note = note
hint-export = exporter
hint-only-these = celles-ci seulement
hint-other-user = autre utilisateur
hint-hold-unread = non lue
action-hold-unread = Non lue ici
    .also = marquer non lue, remettre en non lue
    .about = { palette-words-notification }
action-hold-unread-why = La garder non lue sur ce poste, ou la laisser ; le service la garde lue.
action-unfold-group = Déplier le groupe
action-unfold-group-why = Montrer chacune de celles qui tiennent en une ligne, ou les replier.
reason-not-read-yet = elle est déjà non lue
reason-notes-differ = leurs notes diffèrent : prenez-les une par une
preferences-read-only = lecture seule
preferences-title = Préférences d’alerte
    .also = préférences, sévérité, gravité minimale, réglages, paramètres, type d’alerte
snooze-evening = Ce soir
snooze-evening-tomorrow = Demain soir
snooze-hour = Une heure
snooze-local = Ici seulement : au service, rien ne change.
snooze-monday = Lundi matin
snooze-title = Mettre en sommeil
snooze-tomorrow = Demain matin

## Routes

family-alerts = Alertes
    .also = alarmes, seuils
family-custom-dashboards = Tableaux de bord
    .also = dashboards, tableaux personnalisés
family-field-definitions = Définitions de champs
    .also = dictionnaire, champs, libellés, unités
family-fonds = Fonds
    .also = véhicules
family-notifications = Notifications
family-operateurs = Opérateurs
    .also = emprunteurs, promoteurs, enrichissement SIREN
family-operations = Opérations
    .also = prêts, financements, dossiers
family-saved-views = Vues du service
    .also = vues enregistrées, vues d’opérations, filtres enregistrés
family-spvs = SPV
    .also = sociétés de projet, SPVs
family-tasks = Tâches
family-taxonomies = Taxonomies
    .also = codes, vocabulaire, nomenclature
mode-discovered = découverte
mode-documented = documentée
mode-forbidden = non autorisée
mode-needs-parameters = paramètres attendus
mode-probed = sondée
mode-unlisted = non listées par le service
mode-unknown = pas encore demandée
mode-watched = identifiants suivis
route-absent = absente (404)
route-ambiguous = 404 : le service n’a pas cette route, ou ne connaît pas l’utilisateur délégué
route-later = le service était en difficulté, il sera redemandé plus tard

## Autres domaines du service, trouvés par la palette

area-refunds = Remboursements
    .also = échéances remboursées
area-rcci = Synthèse RCCI
    .also = conformité, contrôle interne
area-workflows = Workflows et recommandations
    .also = processus
area-ai-extraction = Extractions par IA
    .also = intelligence artificielle, documents, travaux d’extraction
area-imports = Imports
    .also = importer, fichiers importés
area-notes = Notes du service
    .also = imports et notes
area-external-identifiers = Identifiants externes
    .also = références externes, synchronisation
area-personal-data = Données personnelles
    .also = RGPD, GDPR, vie privée
area-description = Description du service
    .also = postman, OpenAPI, collection, liste des routes

## Tâches, vues, explorateur
dashboard-shared = partagé
empty-list = La liste est vide.
empty-list-forbidden = La clé n’a pas le droit de voir cette liste.
empty-list-parameters = Le service ne donne pas cette liste en entier.
empty-list-unlisted = Le service n’a pas cette liste.
empty-list-unlisted-route = Le service n’a pas cette liste ; { $key } lit toute route, par exemple celle d’un enregistrement.
empty-list-watched-there = Le service n’a pas de liste : { $key } sur { $n } { $screen } suit des identifiants donnés.
empty-list-watched = Le service n’a pas de liste : seuls des identifiants donnés sont suivis.
empty-list-ambiguous = Ou bien le service n’a pas cette liste, ou bien il ne connaît pas l’utilisateur { $user }. Des identifiants donnés ici sont suivis.
explorer-back = Retour : { $screen }
explorer-answer = réponse
explorer-no-record = Rien à montrer ici.
inbox-none-shown = Aucune notification ne répond au filtre.
explorer-no-route = Le service n’a rien sous ce chemin.
explorer-no-route-do = Vérifier l’écriture du chemin et ses identifiants, puis le relire ; ou choisir une source dans la liste.
explorer-none-shown = Aucun enregistrement ne répond au filtre.
explorer-not-asked = Cette route n’a pas encore été lue : Entrée la lit.
explorer-of-total = { $total } au service
explorer-record = Enregistrement
nested-empty = aucun
nested-pair = { $label } : { $value }
nested-elements = { $n ->
    [one] { $n } élément
   *[other] { $n } éléments
}
nested-named = { $count } : { $names }
explorer-records = { $n ->
    [one] { $n } enregistrement
   *[other] { $n } enregistrements
}
explorer-records-shown = { $n ->
    [one] { $n } enregistrement · { $shown ->
        [one] { $shown } affiché
       *[other] { $shown } affichés
    }
   *[other] { $n } enregistrements · { $shown ->
        [one] { $shown } affiché
       *[other] { $shown } affichés
    }
}
explorer-sources = Sources
library-deal-views = Mes vues
    .also = filtres enregistrés, vues locales
library-detail = Détail
library-detail-none = Ouvrez une vue du service ou un tableau de bord.
library-kept-here = gardées ici
library-limits = { $bytes }/{ $most } octets, { $filters }/{ $filters_most } filtres, { $columns }/{ $columns_most } colonnes, { $sorts }/{ $sorts_most } tris
task-late = { $n ->
    [one] { $date }, { $n } jour de retard
   *[other] { $date }, { $n } jours de retard
}
task-late-short = { $date }, retard { $days }
task-statut-unknown = statut inconnu
tasks-add-hint = Avec { $key }, on ajoute des identifiants à suivre.
tasks-none = Aucune tâche connue
tasks-reading = Lecture des tâches…
tasks-known = { $n ->
    [one] { $n } tâche connue
   *[other] { $n } tâches connues
}
tile-computed = calculé depuis la synthèse du portefeuille, { $read }
tile-dashboard = tableau de bord
tile-filters-left = porte sur tout : ses propres filtres ne sont pas appliqués
tile-given = donné par le service, { $read }
tile-kind-unknown = type « { $kind } » inconnu ici : ses champs tels que reçus
tile-list-unread = liste pas encore lue : ouvrez-la dans l’explorateur
tile-no-filter = aucun : toutes les opérations
tile-none = Rien de plus n’a été envoyé
tile-none-why = le service donne un nom à ce tableau de bord, et aucun contenu
tile-not-applied = Non appliqué
tile-nth = Carte { $n }
tile-other = Autres champs
tile-rows = { $shown } sur { $total } lues, { $read }
tile-sort-down = { $field }, décroissant
tile-sort-up = { $field }, croissant
tile-summary-unread = synthèse du portefeuille pas encore lue
tile-view-asks = Ce que la vue demande
tile-view-limits = appliqué ici à ce qui a été lu ; une vue du service ne se supprime pas d’ici
tile-view-operations = Opérations
tile-view-other-type = non listées : la vue n’est pas une vue d’opérations
tree-parts = { $n ->
    [one] ({ $n } élément)
   *[other] ({ $n } éléments)
}
watched-unknown = le service ne le connaît pas
watched-waits = pas encore lu : le service n’a pas répondu
inbox-unanswered-keys = { $forget } l’oublie · { $again } le redemande
watched-unknown-why = le service ne le connaît pas : « { $why } »

## Activité

activity-gate = Aucune requête ne part avant la fin de l’attente demandée par le service. La saisie continue.
activity-journal = Journal des écritures
    .also = journal, Idempotency-Key, preuves, qui a changé quoi
activity-journal-empty = Aucune écriture envoyée jusqu’ici.
activity-rights = Droits constatés
    .also = droits, portées, scopes, permissions, autorisations, routes, habilitations, capacités, liste blanche
activity-rights-empty = Rien de constaté : les droits se lisent dans les réponses.
activity-service = Service
activity-state = État
activity-why = Pourquoi
activity-still = Ce qui marche
activity-read = Lecture
activity-connection = Connexion
activity-empty-outbox = Aucune écriture en attente.
activity-outbox-parked = Écritures
outbox-waiting = { $n } en attente
outbox-refused = { $n ->
    [one] { $n } refusée
   *[other] { $n } refusées
}
outbox-undecided = { $n } à décider
activity-outbox = Écritures en attente
    .also = outbox, file d’envoi, file d’attente, conflits, refus, hors ligne, écritures refusées
activity-requests-writes = Requêtes : écritures
activity-requests = Requêtes
    .also = journal des requêtes, X-Request-ID, réseau, erreurs
activity-requests-empty = Aucune requête depuis l’ouverture.
conflict-nothing-sent = Rien n’est envoyé avant votre choix.
conflict-send = Envoyer ce choix
gate-closed-until = envois suspendus jusqu’à { $at }
gate-open = envois ouverts
conflict-why = le service a changé depuis votre lecture
conflict-delete = supprimer
conflict-delete-why = modifié au service depuis votre demande de suppression
conflict-gone = supprimé
conflict-gone-why = supprimé au service : votre écriture le recrée, ou s’abandonne
conflict-keep-anew = Recréer le deal
conflict-keep-deal = Garder le deal
conflict-keep-deletion = Supprimer le deal
conflict-keep-gone = Le laisser supprimé
conflict-keep-my-value = Garder ma valeur
conflict-keep-my-values = Garder mes valeurs
conflict-keep-their-value = Garder la valeur du service
conflict-keep-their-values = Garder les valeurs du service
conflict-my-value = ma valeur
conflict-mine = la mienne
conflict-seen = vu
conflict-as-of-at = état à { $at }
conflict-as-of-on = état du { $at }
conflict-read-at = lu à { $at }
conflict-read-on = lu le { $at }
conflict-service-at = au service, état à { $at }
conflict-service-on = au service, état du { $at }
conflict-others = Aussi modifié au service depuis :
conflict-theirs = service
kept-closed = Le répertoire { $dir } n’est pas ouvert en écriture. Ce qui est gardé reste lisible et ce qui est lu maintenant s’affiche, mais rien de nouveau ne peut être gardé : les changements sont refusés, et les écritures en attente restent où elles sont. Rendez-le inscriptible, et tout reprendra seul.
kept-closed-short = lecture seule : rien ne peut être gardé
kept-clock-ahead = L’horloge de ce poste avance de { $off } sur celle du service. Ce qui est observé désormais et les signatures sont corrigés ; les autres programmes, non. Mettre ce poste à l’heure.
kept-clock-behind = L’horloge de ce poste retarde de { $off } sur celle du service. Ce qui est observé désormais et les signatures sont corrigés ; les autres programmes, non. Mettre ce poste à l’heure.
kept-clock-short = horloge décalée de { $off }
kept-damaged-cache = Ce qui avait été lu était endommagé ; rien n’est perdu, et c’est relu dès que le service répond.
kept-elsewhere = Ailleurs sur ce poste, { $n ->
    [one] { $n } écriture d’une autre identité attend
   *[other] { $n } écritures d’une autre identité attendent
} : encours outbox list --base-url { $url } --key-id { $key }, sans --as-user ni ENCOURS_AS_USER
kept-elsewhere-short = { $n ->
    [one] { $n } écriture
   *[other] { $n } écritures
} d’une autre identité (8 : Activité)
kept-elsewhere-user = Ailleurs sur ce poste, { $n ->
    [one] { $n } écriture d’une autre identité attend
   *[other] { $n } écritures d’une autre identité attendent
} : encours outbox list --base-url { $url } --key-id { $key } --as-user { $user }
kept-full = Il n’y a plus de place sur le disque qui contient { $dir }. Ce qui est gardé reste lisible et ce qui est lu maintenant s’affiche, mais rien de nouveau ne peut être gardé : les changements sont refusés, et les écritures en attente restent où elles sont. Libérez de la place, et tout reprendra seul.
kept-full-short = disque plein : rien ne peut être gardé
kept-limited = Les fichiers de { $dir } ne peuvent pas devenir aussi grands ici (ulimit -f). Ce qui est gardé reste lisible et ce qui est lu maintenant s’affiche, mais rien de nouveau ne peut être gardé : les changements sont refusés, et les écritures en attente restent où elles sont. Relevez la limite, puis relancez Encours.
kept-limited-short = taille des fichiers limitée : rien ne peut être gardé
kept-gone-cache = Le fichier de ce qui avait été lu avait disparu au démarrage. Les deals sont repris de l’historique ; le reste est relu dès que le service répond.
kept-damaged-unread = D’ici là, ce que l’historique en garde est affiché ; dès que le service répond, encours sync relit tout.
kept-damaged-file = « encours doctor » le redit tant que l’ancien fichier n’est ni déplacé ni supprimé : { $file }
kept-damaged-history = Le fichier de l’historique et du journal était endommagé. { $n ->
    [0] Rien n’a pu en être sauvé, et ils recommencent
    [one] { $n } ligne a pu être sauvée
   *[other] { $n } lignes ont pu être sauvées
} ; ce qui manque ne peut plus être observé.
kept-damaged-outbox = Le fichier des écritures en attente était endommagé. { $n ->
    [0] Aucune écriture n’a pu être sauvée.
    [one] { $n } écriture a pu être sauvée.
   *[other] { $n } écritures ont pu être sauvées.
}
kept-damaged-outbox-lost = { $n ->
    [one] { $n } autre attendait, à ce qu’on sait, et ne peut plus être lue.
   *[other] { $n } autres attendaient, à ce qu’on sait, et ne peuvent plus être lues.
}
kept-damaged-outbox-more = On ne peut pas savoir si d’autres attendaient.
kept-damaged-said = { $text }
kept-damaged-settings = Le fichier de vos vues et notes était endommagé. { $n ->
    [0] Rien n’a pu en être sauvé.
    [one] { $n } réglage a pu être sauvé.
   *[other] { $n } réglages ont pu être sauvés.
}
kept-damaged-short = fichier endommagé mis de côté (8 : Activité)
kept-gone-history = Le fichier de l’historique et du journal avait disparu au démarrage : ce qui a été observé avant ne peut plus l’être.
kept-gone-note = Ceci est dit jusqu’à ce que vous supprimiez { $file }
kept-gone-outbox = Le fichier des écritures avait disparu au démarrage : celles qui y attendaient n’ont pas été envoyées et sont perdues avec lui.
kept-gone-outbox-lost = { $n ->
    [one] Le journal en connaît { $n }.
   *[other] Le journal en connaît { $n }.
}
kept-gone-settings = Le fichier de vos vues, notes et étoiles avait disparu au démarrage. Une copie est gardée de chaque jour : « encours settings restore » remet ce qui manque.
kept-copies = Une copie est gardée de chaque jour : « encours settings restore » remet ce qui manque.
kept-gone-short = un fichier de ce profil avait disparu (8 : Activité)
kept-newer-cache = Ce qui avait été lu ici l’a été par une version plus récente d’Encours, illisible pour celle-ci ; rien n’est perdu, et c’est relu dès que le service répond. Le fichier de la version récente est gardé sous { $file }
kept-mending = Un fichier de ce profil est endommagé. Dès qu’aucune autre fenêtre ni commande d’Encours ne l’a ouvert, il est mis de côté, et son contenu est récupéré ou relu. Ce qui est affiché reste ; fermez l’autre fenêtre.
kept-mending-short = fichier endommagé : fermez l’autre fenêtre
kept-taken = Une autre fenêtre d’Encours envoie depuis { $at }. Ce qui attend ici partira quand elle aura fini, ou quelques secondes après son arrêt.
kept-taken-short = une autre fenêtre envoie

## États

empty-column = aucun deal
empty-deal = Aucun deal ouvert
empty-deal-hint = Choisissez un deal dans le pipeline, puis { $key }.
empty-filter = Aucun deal ne correspond
empty-filter-also = Un mot seul se cherche dans les noms ; { $term } laisse { $deals }.
empty-filter-also-keys = Un mot seul se cherche dans les noms ; { $term } ({ $keys }) laisse { $deals }.
empty-filter-back = { $key } revient au filtre d’avant.
empty-filter-clear = { $key } l’efface.
empty-filter-unfinished = Le filtre n’est pas terminé
empty-filter-hides = { $total ->
    [one] Le filtre { $filter } cache { $hidden } deal sur { $total }.
   *[other] Le filtre { $filter } cache { $hidden } deals sur { $total }.
}
empty-folded = Ils sont tous repliés
empty-folded-hint = { $columns }. { $key } déplie.
empty-inbox = Aucune notification connue
empty-inbox-snoozed = Rien n’est en sommeil
empty-inbox-starred = Aucune étoile
empty-inbox-unread = Tout est lu
empty-palette = Rien ne correspond à « { $text } ».
empty-pipeline = Aucun deal dans le service
empty-pipeline-hint = { $key } crée le premier.
first-read = Première lecture
first-read-note = compteurs exacts d’abord, cartes ensuite
store-opens = Ouverture des données de ce poste
store-opens-note = ce qui a déjà été lu s’affiche dans un instant
gate-none-before = Aucune requête ne part avant.
offline-trying = essai en cours
offline-retry-in = essai dans { $left }
terminal-too-small = Fenêtre trop petite : { $columns } × { $rows } au moins.

## Erreurs : ce qui s’est passé (-what), ce qui est gardé (-kept), que faire (-do)

error-auth-do = Vérifier la clé et le secret, puis se connecter de nouveau : encours login.
error-auth-kept = Les données déjà lues restent lisibles ; les écritures attendent sur ce poste.
error-auth-what = Le service n’a pas accepté la clé.
error-conflict-do = Comparer les deux versions, puis choisir laquelle garder.
error-conflict-kept = Rien n’a changé au service ; votre version reste dans Activité.
error-conflict-what = Le service a changé depuis votre lecture.
error-detail = Détail
error-forbidden-delegate-do = Vérifier l’utilisateur délégué et les droits de la clé avec l’administrateur.
error-forbidden-delegate-what = La clé n’a pas le droit d’agir pour cet utilisateur.
error-forbidden-do = Voir avec l’administrateur de la clé, qui peut être limitée en droits et en adresses, puis renvoyer.
error-forbidden-do-read = Voir avec l’administrateur de la clé, qui peut être limitée en droits et en adresses, puis actualiser.
error-forbidden-kept = Rien n’a changé au service ; la demande reste dans Activité.
error-forbidden-kept-read = Ce qui a été lu avant reste affiché.
error-forbidden-scope-what = La clé n’a pas le droit { $scope }.
error-forbidden-what = Le service refuse ceci à la clé.
error-forbidden-write-deals-what = La clé n’a pas le droit d’écrire les deals.
error-invalid-do = Corriger la valeur, puis renvoyer.
error-invalid-input-do = Corriger la saisie.
error-invalid-input-kept = Rien n’a été envoyé.
error-invalid-input-what = Cette valeur ne peut pas être envoyée : { $detail }
error-invalid-kept = Rien n’a changé au service ; la demande reste dans Activité.
error-invalid-what = Le service a refusé la demande telle qu’elle est écrite.
error-move-refused-kept = Rien n’a changé au service ; la demande reste dans Activité.
error-move-refused-what = Le service a refusé le déplacement de { $name } vers { $status }.
error-not-found-do = Actualiser, puis vérifier l’identifiant.
error-not-found-kept = La dernière version lue reste affichée, marquée « non revu ».
error-not-found-what = Le service ne connaît pas cet identifiant.
error-nothing-read-kept = Rien n’en a encore été lu sur ce poste.
error-offline-do = Rien à faire : le prochain essai est automatique.
error-offline-kept = Tout ce qui a été lu reste lisible ; les écritures attendent sur ce poste.
error-offline-what = Le service est injoignable.
error-intercepted-do = C’est sans doute la page de connexion d’un réseau : ouvrir une page dans un navigateur, s’y connecter, puis actualiser.
error-intercepted-what = Quelque chose entre ce poste et le service répond à sa place.
error-protocol-do = Réessayer, puis transmettre le numéro de requête au support.
error-protocol-kept = Les données précédentes restent affichées.
error-protocol-what = La réponse du service ne peut pas être comprise.
error-queued-do = Rien à faire : l’envoi reprend de lui-même. Voir Activité.
error-queued-kept = L’écriture est gardée sur ce poste avec sa clé.
error-queued-what = L’écriture n’a pas encore atteint le service.
error-rate-limited-do = Attendre : l’envoi reprend de lui-même.
error-rate-limited-do-read = Attendre, puis actualiser : ce qui est lu en fond reprend de lui-même.
error-rate-limited-kept = Rien n’est perdu ; aucune requête ne part avant.
error-rate-limited-until-what = Le service demande d’attendre jusqu’à { $time }.
error-rate-limited-what = Le service demande d’attendre.
error-copy = Copier pour le support
error-scope = Droit absent
error-route = Route
error-reason = Motif
error-answered = « { $text } » (réponse { $status }, requête { $request })
error-request = Requête
error-response = Réponse
error-secret-elsewhere-do = Le secret vient d’ENCOURS_SECRET ou du credential_command du profil : le corriger là, puis relancer Encours.
error-sign-in-here-do = Choisir « Se connecter… » ci-dessus et coller le secret de la clé ; ou déverrouiller le trousseau, puis réessayer.
error-sign-in-here-no-keyring-do = Ce poste n’a pas de trousseau : choisir « Se connecter… » ci-dessus, coller le secret de la clé et donner la phrase secrète qui le protégera.
error-sign-in-do = Se connecter : encours login.
error-sign-in-kept = Les données déjà lues restent lisibles.
error-sign-in-what = Aucun secret n’a été trouvé pour cette clé.
error-store-do = Libérer de la place ou vérifier les droits du dossier, puis recommencer.
error-store-kept = Rien n’a été envoyé.
error-store-what = Ce poste n’a pas pu garder la donnée.
error-to-do = À faire : { $what }
error-remains-do = L’envoyer si elle est encore voulue : le service est consulté avant. Sinon, l’abandonner.
error-remains-kept = Elle est gardée ici et ne part pas d’elle-même.
error-remains-what = sauvée d’un fichier endommagé : elle a pu être envoyée ou abandonnée avant
error-unexpected-do = Réessayer, puis transmettre le numéro de requête au support.
error-unexpected-kept = Les données précédentes restent affichées ; les écritures attendent sur ce poste.
error-unexpected-what = Le service a rencontré une erreur.
error-unreachable-do = Vérifier le réseau et l’adresse du service, puis réessayer.
error-unreachable-kept = Tout ce qui a été lu reste lisible.
error-unreachable-what = Le service est injoignable.
error-withheld-do = Démarrer Encours sans --offline pour le lire.
error-withheld-kept = Rien n’en a encore été lu sur ce poste.
error-withheld-kept-read = Tout ce qui a été lu reste lisible.
error-withheld-what = Hors ligne, comme demandé.
error-usage-do = Voir encours --help.
error-usage-kept = Rien n’a été envoyé.
error-usage-what = La commande ou la configuration n’est pas valable.
error-user-forbidden-do = Voir avec l’administrateur de la clé : l’utilisateur n’est peut-être pas approuvé, pas sur la liste de la clé, ou la clé n’a pas cette capacité. Actualiser ensuite.
error-user-forbidden-what = La clé ne peut pas agir pour { $user }, ou n’a pas le droit de voir cette liste.
error-user-not-found-do = Vérifier l’identifiant de l’utilisateur, ou agir pour quelqu’un d’autre : si celui-ci a cette liste, c’est l’utilisateur.
error-user-not-found-what = Le service ne connaît pas l’utilisateur { $user }, ou n’a pas cette liste.

## Annonces

toast-already-so = déjà comme avant : rien n’a été envoyé
toast-already-so-doubt = abandonnée, issue inconnue : le service l’a peut-être appliquée
toast-left-deleted = supprimé depuis, donc rien à annuler
toast-left-never = jamais envoyé, donc rien à annuler
toast-left-to-decide = attend votre choix dans la file d’envoi ; rien n’a été envoyé
toast-changed-since = modifié depuis par une autre fenêtre ou une commande, donc laissé en l’état
toast-same-elsewhere = annulé ici, mais une autre fenêtre ou une commande demande la même chose : cela reste
toast-apart = chaque notification seule
toast-bulk-to = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
toast-bulk-begun = { $n ->
    [one] { $n } deal sera modifié
   *[other] { $n } deals seront modifiés
}
toast-bulk-deletes = { $n ->
    [one] { $n } deal sera supprimé
   *[other] { $n } deals seront supprimés
}
toast-bulk-ended = { $n ->
    [one] votre modification de { $n } deal est au service
   *[other] votre modification de { $n } deals est au service
}
toast-bulk-failed = { $failed ->
    [one] { $done } au service, { $failed } refusé
   *[other] { $done } au service, { $failed } refusés
}
toast-bulk-open-first = { $failed ->
    [one] { $done } au service, { $failed } non appliqué ; { $name } : { $why }
   *[other] { $done } au service, { $failed } non appliqués ; { $name } : { $why }
}
toast-bulk-failed-first = { $failed ->
    [one] { $done } au service, { $failed } refusé ; { $name } : { $why }
   *[other] { $done } au service, { $failed } refusés ; { $name } : { $why }
}
toast-bulk-stopped = { $n ->
    [0] rien n’a été repris : tout était parti
    [one] annulé avant l’envoi : { $n } deal reste comme il était
   *[other] annulé avant l’envoi : { $n } deals restent comme ils étaient
}
toast-about = { $name } :
toast-leading = { $text } ({ $key } : { $way })
toast-conflict = modifié au service entre-temps ; à décider
toast-conflict-gone = supprimé au service entre-temps ; à décider
toast-decided-anew = recréé, avec un nouvel identifiant et sans notes
toast-decided-mine = votre choix part au service
toast-decided-theirs = la version du service est gardée, rien n’est envoyé
toast-handed = remis au terminal pour copie
toast-handed-handover = relève remise au terminal pour copie
toast-handed-json = réponse du service remise au terminal pour copie, en JSON
toast-handed-request = détails de la requête remis au terminal pour copie
toast-handed-refusal = détails de l’écriture refusée remis au terminal pour copie
toast-handed-cells = { $n ->
    [one] { $n } cellule remise au terminal pour copie
   *[other] { $n } cellules remises au terminal pour copie
}
toast-handed-rows = { $n ->
    [one] { $n } ligne remise au terminal pour copie
   *[other] { $n } lignes remises au terminal pour copie
}
toast-handed-views = { $n ->
    [one] { $n } vue remise au terminal pour copie, en texte
   *[other] { $n } vues remises au terminal pour copie, en texte
}
toast-copied = copié
toast-copied-json = réponse du service copiée, en JSON
toast-copied-request = détails de la requête copiés
toast-copied-refusal = détails de l’écriture refusée copiés
toast-copied-cells = { $n ->
    [one] { $n } cellule copiée
   *[other] { $n } cellules copiées
}
toast-copied-rows = { $n ->
    [one] { $n } ligne copiée
   *[other] { $n } lignes copiées
}
toast-copied-views = { $n ->
    [one] { $n } vue copiée en texte
   *[other] { $n } vues copiées en texte
}
toast-copy-failed = texte trop long pour le presse-papiers du terminal ; rien n’a été copié. { $key } l’écrit dans un fichier
toast-created = créé
toast-created-hidden = créé, mais le filtre le cache
toast-creating = création en cours
toast-creating-gate = gardé ici, créé dès la fin de la pause
toast-creating-offline = gardé ici, créé dès que le service répond
toast-creating-signed-out = gardé ici, créé après la connexion
toast-creating-withheld = gardé ici, créé au prochain démarrage sans --offline
toast-deleted = sera supprimé
toast-discarded = écriture abandonnée, rien n’a changé au service
toast-discarded-doubt = abandonnée ; issue inconnue, le service l’a peut-être appliquée
toast-disabled = { $action } : { $why }
toast-disabled-key = { $action } : { $why } ({ $key })
toast-dropped-elsewhere = écriture annulée ou abandonnée ailleurs : rien n’a été envoyé
toast-dropped-elsewhere-doubt = écriture abandonnée ailleurs ; le service l’a peut-être appliquée
toast-dropped-elsewhere-refused = l’écriture refusée a été abandonnée ailleurs : le service n’a rien changé
toast-dropped-elsewhere-sent = l’écriture que le service n’a pas appliquée a été abandonnée ailleurs
toast-edited = modifié
toast-given = { $from } → { $to }
toast-elsewhere = { $action } : seulement sur { $screens }
toast-editor-failed = l’éditeur n’a pas pu servir ({ $why }) ; rien n’a été changé
toast-editor-missing = introuvable ; rien n’a été changé
toast-gone = déjà supprimé ; { $key } encore le recrée : nouvel identifiant, sans notes ni autres champs
toast-gone-button = déjà supprimé ; recréé, il perd son identifiant, ses notes et ses autres champs
toast-gone-already = était déjà supprimé au service
toast-grouped = { $n ->
    [0] aucune n’en répète une autre
    [one] { $n } groupe de titres semblables
   *[other] { $n } groupes de titres semblables
}
toast-marking = { $n ->
    [one] { $n } notification sera marquée lue
   *[other] { $n } notifications seront marquées lues
}
toast-marking-one = sera marquée lue
toast-marks-ended = { $failed ->
    [0] { $done ->
        [one] { $done } notification marquée lue
       *[other] { $done } notifications marquées lues
    }
   *[other] { $done ->
        [one] { $done } marquée lue
       *[other] { $done } marquées lues
    }, { $failed ->
        [one] { $failed } refusée
       *[other] { $failed } refusées
    } (8 : Activité)
}
toast-marks-stopped = { $done ->
    [0] { $left ->
        [one] marquage annulé, { $left } reste non lue
       *[other] marquage annulé, { $left } restent non lues
    }
   *[other] marquage arrêté, { $done ->
        [one] { $done } marquée lue
       *[other] { $done } marquées lues
    }, { $left ->
        [one] { $left } reste non lue
       *[other] { $left } restent non lues
    }
}
toast-me-known = c’est vous : responsable:moi
toast-me-unknown = votre nom est oublié
toast-moved = déplacé vers { $status }
toast-moved-from = { $from } → { $to }
toast-moved-owner = { $from } → { $to }, { $owner }
toast-note-kept = note gardée ici
toast-note-of-both = modifiée entre-temps dans une autre fenêtre : les deux textes sont gardés, le vôtre dessous
toast-note-removed = note retirée
toast-not-kept = n’a pas pu être gardé sur ce poste, donc rien n’a été fait
toast-redone = changement rétabli
toast-redone-move = déplacement rétabli
toast-redone-note = changement de la note privée rétabli
toast-redone-sleep = changement du sommeil rétabli
toast-redone-star = changement de l’étoile rétabli
toast-redone-filter = filtre effacé de nouveau
toast-redone-view = changement de la vue rétabli
toast-redone-many = { $n ->
    [one] { $n } deal, changement rétabli
   *[other] { $n } deals, changement rétabli
}
toast-refused = refusé, { $why }
toast-resending = renvoi en cours
toast-resending-gate = renvoi dès la fin de la pause
toast-resending-offline = renvoi dès que le service répond
toast-resending-signed-out = renvoi après la connexion
toast-resending-withheld = renvoi au prochain démarrage sans --offline
toast-snoozed = { $n ->
    [one] { $n } notification en sommeil jusqu’au { $date }
   *[other] { $n } notifications en sommeil jusqu’au { $date }
}
toast-not-kept-closed = n’a pas pu être gardé : le répertoire n’est pas ouvert en écriture ; rien n’a été fait
toast-not-kept-limited = n’a pas pu être gardé : les fichiers ne peuvent pas être aussi grands ici (ulimit -f) ; rien n’a été fait
toast-not-kept-full = n’a pas pu être gardé : le disque est plein ; rien n’a été fait
toast-store-failed = ce poste n’a pas pu garder la donnée : { $why }
toast-starred = { $n ->
    [one] étoile mise, sur ce poste seulement
   *[other] étoile mise à { $n } notifications, sur ce poste seulement
}
toast-taken-up = écriture reprise
toast-too-late = déjà parti, ne peut plus être annulé
toast-undone = changement annulé
toast-undone-decision = choix annulé, le conflit est de nouveau à décider
toast-undone-deletion = suppression annulée
toast-undone-last = Dernier changement annulé
toast-undoing-many = { $n ->
    [one] reprise du changement de { $n } deal en cours
   *[other] reprise du changement de { $n } deals en cours
}
toast-undone-many = { $n ->
    [one] { $n } deal, changement annulé
   *[other] { $n } deals, changement annulé
}
toast-undone-note = changement de la note privée annulé
toast-undone-sleep = sommeil remis comme avant
toast-undone-stars = étoiles remises comme avant
toast-undone-star = étoile remise comme avant
toast-undone-filter = filtre rétabli
toast-undone-view = changement de la vue annulé
toast-undone-move = déplacement annulé
toast-unmarked = { $n ->
    [one] { $n } notification de nouveau non lue
   *[other] { $n } notifications de nouveau non lues
}
toast-unmarked-one = de nouveau non lue
toast-unstarred = { $n ->
    [one] étoile retirée
   *[other] étoile retirée à { $n } notifications
}
toast-view-at-start = ouverte au démarrage
toast-view-deleted = supprimée
toast-view-not-at-start = n’est plus ouverte au démarrage
toast-view-pinned = épinglée
toast-view-refused = vue refusée, rien n’a changé : « { $why } »
toast-view-saved = enregistrée
toast-view-unpinned = n’est plus épinglée
toast-views-imported = { $n ->
    [0] aucune vue trouvée, rien n’a été repris
    [one] { $n } vue reprise
   *[other] { $n } vues reprises
}
toast-language = Langue : français
toast-filter-cleared = Filtre effacé
toast-filter-part-cleared = Une partie du filtre est effacée
toast-filter-stays = Le filtre reste : { $key } l’efface
toast-visit-ended = Visite terminée : ce qui change désormais sera relevé
toast-visit-resumed = { $n ->
    [one] { $n } changement signalé de nouveau
   *[other] { $n } changements signalés de nouveau
}
toast-visit-seen = { $n ->
    [one] { $n } changement marqué comme vu
   *[other] { $n } changements marqués comme vus
}
toast-watching = { $n ->
    [one] { $n } identifiant suivi
   *[other] { $n } identifiants suivis
} : { $ids }
toast-answered = le service la connaît
toast-answered-all = { $n ->
    [one] { $n } identifiant connu du service
   *[other] { $n } identifiants, tous connus du service
}
toast-answered-read = le service la connaît : déjà lue
toast-answered-unknown = { $unknown ->
    [one] { $unknown } identifiant sur { $n } inconnu du service
   *[other] { $unknown } identifiants sur { $n } inconnus du service
}
toast-watching-some = { $n ->
    [one] { $n } identifiant suivi
   *[other] { $n } identifiants suivis
}, { $left ->
    [one] { $left } mot écarté : « { $first } »
   *[other] { $left } mots écartés, le premier : « { $first } »
}
toast-forgotten = { $n ->
    [one] { $n } identifiant n’est plus suivi
   *[other] { $n } identifiants ne sont plus suivis
} : { $ids }
toast-woken = { $n ->
    [one] réveillée
   *[other] { $n } notifications réveillées
}

## Formulaires

breach-bound = l’identifiant et le type restent ceux de la vue
breach-bytes = plus de 16 384 octets de filtres, colonnes et tris
breach-columns = plus de 64 colonnes
breach-filter-key = un filtre n’est pas de ceux des vues d’opérations (« status » s’écrit statut)
breach-filter-keys = plus de 24 filtres
breach-sort-keys = plus de 4 tris
breach-sort-order = sort_order est asc ou desc
breach-filters-shape = filters est un objet où chaque clé figure une seule fois
breach-columns-shape = columns est un tableau de noms
breach-sort-shape = sort contient des objets avec sort_by et sort_order
form-create-title = Nouveau deal
form-edit-many-title = { $n ->
    [one] Responsable de { $n } deal
   *[other] Responsable de { $n } deals
}
form-edit-title = Modifier { $name }
form-entry-field-empty = Ce statut le demande.
form-entry-and-more = { $n ->
    [one] { $names } et { $n } autre
   *[other] { $names } et { $n } autres
}
form-entry-many-title = { $n ->
    [one] { $n } deal → { $status }
   *[other] { $n } deals → { $status }
}
form-entry-several-title = { $n ->
    [one] { $n } deal vers { $statuses } statuts
   *[other] { $n } deals vers { $statuses } statuts
}
form-entry-note-both = Le responsable part vers le service avec le déplacement ; le reste est gardé sur ce poste, jamais envoyé.
form-entry-note-kept = Gardé sur ce poste, jamais envoyé.
form-entry-reason-empty = Ce statut demande un motif.
form-entry-title = { $name } → { $status }
form-ids-empty = il n’y a là aucun identifiant
form-ids-note = Collez des identifiants, des adresses, un courriel, du CSV ou du JSON.
form-ids-taken = { $n ->
    [one] Un identifiant
   *[other] { $n } identifiants
} : { $ids }
form-ids-left = { $n ->
    [one] Un mot n’est pas retenu
   *[other] { $n } mots ne sont pas retenus
} : { $words }
form-ids-title = Identifiants à suivre : { $family }
form-ids-unusable = ceci n’est pas un identifiant de cette famille
form-json-wrong = ceci n’est pas un objet ou une liste JSON
form-add-owner = Ajouter « { $name } »
form-use-typed = Utiliser « { $name } »
form-left-out = non renseigné
form-move-many-title = { $n ->
    [one] Déplacer { $n } deal vers
   *[other] Déplacer { $n } deals vers
}
form-new-note = Le nom et la classe d’actif ne pourront plus être changés ici. Le statut et le responsable, si.
form-move-title = Déplacer { $name } vers
form-name-taken = { $n ->
    [one] Un deal porte déjà ce nom.
   *[other] { $n } deals portent déjà ce nom.
}
form-name-empty = Le nom ne peut pas être vide.
form-name-long = Plus de 255 caractères : le service peut le refuser.
form-note-lines = { $line } va à la ligne, { $save } enregistre.
form-note-note = Privée : gardée sur ce poste, jamais envoyée.
form-note-title = Note locale, { $name }
form-owner-free = Tout nom est accepté.
form-owner-many = Tout nom est accepté ; laissé vide, tous perdent leur responsable.
form-changes-note = Des mots du nom d’un deal, de ce qui a changé ou de qui l’a changé. Sans mot, tous les changements.
form-changes-title = Filtrer les changements depuis la dernière visite
form-route-name-search = name et search ne vont pas ensemble
form-route-note = Un chemin sous l’adresse du service, avec ses paramètres. Rien n’est écrit.
form-route-page-offset = page et offset ne vont pas ensemble
form-route-title = Lire une route (GET)
form-required = obligatoire
form-route-wrong = ceci n’est pas un chemin
form-service-view-note = Le nom change au service, pour l’utilisateur délégué.
form-task-note = Le nom reste sur ce poste ; seul le statut va au service.
form-view-all = C’est le nom de la vue de tous les deals : en choisir un autre.
form-view-note = Gardée sur ce poste : filtre, colonnes, tri, kanban ou tableau.
form-view-rename-title = Renommer { $name }
form-view-replaces = Une autre vue porte ce nom : enregistrer encore une fois la remplace.
form-view-state-note = En JSON. Seuls le nom et la vue par défaut sont sûrs d’être gardés : le service peut refuser ceci.
form-view-taken = Une autre vue porte ce nom.
form-view-title = Enregistrer la vue
form-view-update-note = Sans nom, la vue { $name } est mise à jour.
menu-current = actuel
menu-none = { $typed } : aucun statut
menu-type = taper pour trouver

## Actions : nom, ce que cela fait (-why), mot court des pieds d’écran (hint-)

action-act-for-user = Agir pour un utilisateur…
    .also = utilisateur délégué, délégation, changer d’utilisateur, compte, profil, au nom de, se faire passer pour, collègue
action-act-for-user-why = Choisir l’utilisateur dont on voit les vues, les tableaux de bord et les préférences d’alerte, ou la clé seule.
action-add-ids = Ajouter des identifiants
    .also = suivre, coller, identifiants suivis
action-add-ids-why = Suivre des identifiants que le service ne liste pas.
action-ask-route = Lire une route
    .also = API, GET, lecture, requête libre
action-ask-route-why = Lire n’importe quelle route du service.
action-back = Retour
action-back-why = Revenir, fermer ou effacer.
action-choose-columns = Choisir les colonnes
    .also = colonnes du tableau, champs affichés
    .about = ajouter, afficher, montrer, cacher, masquer, retirer, changer
action-choose-columns-why = Montrer, cacher, ordonner et dimensionner les colonnes du tableau ; celles du kanban suivent order dans config.toml.
action-clear-filter = Effacer le filtre
    .also = tout montrer, sans filtre, retirer le filtre, tous les deals
action-clear-filter-why = Tout montrer de nouveau ; annuler rétablit le filtre du pipeline ou de l’explorateur.
action-clear-selection = Effacer la sélection
    .also = désélectionner, décocher, ne rien sélectionner
action-clear-selection-why = Ne plus rien sélectionner.
action-choose-figure = Chiffre des colonnes
    .also = somme, moyenne, médiane, minimum, maximum, pondéré, agrégat, total
    .about = afficher, montrer, choisir, tête
action-choose-figure-why = Choisir ce que montre la tête des colonnes : somme, moyenne, médiane, pondéré ou rien.
action-choose-side = Choisir champ par champ
    .also = conflit, mienne ou service, fusionner, mixte
action-choose-side-why = Choisir ma valeur ou celle du service pour un champ en conflit.
action-complete = Compléter
action-next-completion = Complétion suivante
action-next-completion-why = Désigner la complétion suivante dans la liste sous le filtre ; Entrée la prend.
action-previous-completion = Complétion précédente
action-previous-completion-why = Désigner la complétion précédente dans la liste sous le filtre.
action-complete-previous = Compléter à rebours
action-complete-previous-why = Mettre à la place de la complétion prise celle d’avant.
action-complete-why = Prendre la fin la plus probable du mot en cours ; encore une fois, la suivante.
action-copy = Copier
    .also = presse-papiers, identifiant, copie
    .about = { palette-words-deal }, ligne, nom
action-copy-as = Copier…
    .also = presse-papiers, tableur, TSV, Markdown, relève, passation, copie
    .about = { palette-words-deal }
action-copy-as-why = Choisir quoi copier : identifiant, nom, lignes pour un tableur, relève, faits d’une requête.
action-copy-why = Copier l’identifiant ou la ligne qui a le focus, ou les faits d’une écriture refusée.
action-edit-keys = Changer une touche
action-edit-keys-why = Ouvrir config.toml dans $EDITOR, à la touche cherchée ; elle vaut dès que l’éditeur se ferme.
action-default-view = Ouvrir au démarrage
    .also = vue par défaut, vue de départ, accueil
    .about = { palette-words-view }
action-default-view-why = Ouvrir cette vue au démarrage, ou ne plus l’ouvrir ; d’une vue du service, en faire celle par défaut au service.
action-delete-deal = Supprimer
    .also = effacer, enlever, corbeille, doublon, retirer, jeter, détruire, poubelle, suppression
    .about = { palette-words-deal }, mettre
action-delete-deal-why = Supprimer le deal ; dix secondes pour annuler, ensuite sans retour.
action-delete-view = Supprimer la vue
    .also = effacer, enlever, retirer, jeter
    .about = { palette-words-view }
action-delete-view-why = Oublier la vue ; les deals ne changent pas.
action-discard-write = Abandonner l’écriture
    .also = jeter, oublier, retirer de la file, annuler l’envoi
    .about = { palette-words-write }, supprimer, effacer
action-discard-write-why = Oublier une écriture qui attend ou qui a été refusée.
action-discover = Chercher les listes
    .also = découvrir, sonder, postman
action-discover-why = Chercher les listes inconnues, par une lecture chacune.
action-edit-deal = Modifier
    .also = responsable, réattribuer, attribuer, réaffecter, éditer, changer, corriger, mettre à jour, affecter, propriétaire, gestionnaire, modification
    .about = { palette-words-deal }
action-edit-in-place = Modifier sur place
    .also = éditer, cellule
    .about = { palette-words-deal }
action-edit-deal-why = Changer le responsable du deal.
action-edit-in-place-why = Modifier la cellule qui a le focus ; ailleurs que dans le tableau, le responsable du deal.
action-edit-task = Modifier la tâche
    .also = éditer, changer, renommer
action-edit-task-why = Changer le statut, ou le nom donné ici.
action-edit-text = Ouvrir dans l’éditeur
action-edit-text-why = Modifier le texte en cours de saisie dans $EDITOR.
action-edit-view-state = Modifier filtres et colonnes
action-edit-view-state-why = Changer filtres, colonnes et tri d’une vue du service.
action-edit-views = Modifier les vues en texte
    .also = éditeur
    .about = { palette-words-view }
action-edit-views-why = Ouvrir toutes les vues dans l’éditeur, pour en coller ou en envoyer.
action-end-visit = Tout a été vu
    .also = vu, visite
action-end-visit-why = Finir la visite : ce qui a changé jusqu’ici a été vu.
action-filter = Filtrer
    .also = rechercher, recherche, chercher, trouver, requête, retrouver, affiner
    .about = { palette-words-deal }
action-filter-why = Ne montrer que ce qui correspond : mots, statut:, classe:, responsable:, ltv>, age>.
action-focus-down = Focus en bas
action-focus-down-why = Aller à l’élément suivant.
action-focus-first = Début
action-focus-first-why = Aller au premier élément.
action-focus-last = Fin
action-focus-last-why = Aller au dernier élément.
action-focus-left = Focus à gauche
action-focus-left-why = Aller à la colonne précédente qui a des deals.
action-focus-right = Focus à droite
action-focus-right-why = Aller à la colonne suivante qui a des deals.
action-focus-up = Focus en haut
action-focus-up-why = Aller à l’élément précédent.
action-fold-column = Replier la colonne
    .also = réduire, plier, masquer, cacher
    .about = statut
action-unfold-column = Déplier la colonne
action-fold-column-why = Réduire la colonne à son nom et son compte, ou la rouvrir.
action-forget-id = Ne plus suivre
    .also = oublier, arrêter de suivre, retirer
    .about = identifiant
action-forget-id-why = Oublier un identifiant suivi ; rien ne change au service.
action-group-similar = Regrouper les semblables
    .also = doublons, répétitions
    .about = { palette-words-notification }
action-group-similar-why = Regrouper les titres qui ne diffèrent que par les chiffres, ou les séparer.
action-help = Aide
    .also = touches, raccourcis, clavier, manuel, mode d’emploi, documentation, assistance, au secours
    .about = { palette-words-program }
action-help-why = Les touches en vigueur sur cet écran.
action-local-note = Note locale
    .also = commentaire, note privée, annoter, mémo, remarque, écrire une note
    .about = { palette-words-deal }, ajouter, prendre, nouvelle
action-local-note-why = Écrire une note privée sur le deal ou la notification, gardée ici seulement.
action-lower-line = Descendre
action-lower-line-why = Mettre la colonne plus à droite dans le tableau.
action-keep-mine = Garder ma valeur
    .also = ma version, forcer, imposer
    .about = { palette-words-write }, conflit, résoudre
action-keep-mine-why = Envoyer ce qui a été écrit ici par-dessus ce que le service détient.
action-mark-all-read = Tout marquer comme lu
    .also = tout lire, toutes lues, tout traiter
    .about = { palette-words-notification }
action-mark-all-read-why = Depuis la liste : marquer lues toutes les notifications affichées ; deux fois pour confirmer.
action-mark-read = Marquer lue
    .also = marquer comme lue, traiter
    .about = { palette-words-notification }
action-mark-read-why = Marquer la notification lue et passer à la suivante.
action-move-next = Déplacer au statut suivant
    .also = faire avancer, étape suivante, progresser
    .about = { palette-words-deal }
action-move-next-why = Déplacer le deal dans la colonne suivante.
action-move-previous = Déplacer au statut précédent
    .also = reculer, étape précédente, en arrière
    .about = { palette-words-deal }
action-move-previous-why = Déplacer le deal dans la colonne précédente.
action-move-to = Déplacer vers…
    .also = statut, étape, phase, colonne, avancer, changer de statut, changer d’étape, déplacement
    .about = { palette-words-deal }
action-move-to-why = Choisir le statut du deal.
action-narrow-column = Rétrécir la colonne
    .also = largeur, plus étroite
action-narrow-column-why = Donner moins de place à la colonne.
action-new-deal = Nouveau deal
    .also = créer, ajouter, saisir, création, nouvelle affaire, nouveau dossier, insérer
    .about = { palette-words-deal }, nouvelle
action-new-deal-why = Créer un deal dans le service.
action-next-deal = Deal suivant
    .about = { palette-words-deal }
action-next-deal-why = Ouvrir le deal suivant de la colonne.
action-next-page = Page suivante
action-next-page-why = La page suivante de la route.
action-next-pane = Volet suivant
action-next-pane-why = Donner le focus au volet suivant.
action-only-slow = Deals lents seulement
    .also = stagnants, en retard, lents, anciens, bloqués, à relancer, dormants, stagnent
    .about = { palette-words-deal }
action-only-slow-why = Des deals affichés, ne garder que ceux restés trop longtemps au même statut, ou de nouveau tous.
action-only-writes = Écritures seulement
    .also = filtre, requêtes, put, post
action-only-writes-why = Des requêtes, ne montrer que celles qui modifient quelque chose, ou de nouveau toutes.
action-next-view = Vue suivante
action-next-view-why = Passer à la vue enregistrée suivante.
action-open = Ouvrir
action-open-why = Ouvrir ce qui a le focus, ou confirmer.
action-page-down = Page suivante
action-page-down-why = Descendre d’une page.
action-page-up = Page précédente
action-page-up-why = Monter d’une page.
action-palette = Commandes
    .also = palette, actions
action-palette-why = Trouver et lancer une action, un deal, une vue ou un écran.
action-pin-view = Épingler
    .also = favori, punaise, détacher
    .about = { palette-words-view }
action-pin-view-why = Épingler la vue avec son compte, ou la détacher.
action-present = Présentation
    .also = projecteur, réunion, comité, plein écran, diaporama, grand écran, vidéoprojecteur, F11
    .about = mode
action-present-why = Grands caractères et rien que les deals, pour un projecteur.
action-previous-deal = Deal précédent
    .about = { palette-words-deal }
action-previous-deal-why = Ouvrir le deal précédent de la colonne.
action-previous-page = Page précédente
action-previous-page-why = La page précédente de la route.
action-previous-pane = Volet précédent
action-previous-pane-why = Donner le focus au volet précédent.
action-previous-view = Vue précédente
action-previous-view-why = Revenir à la vue enregistrée précédente.
action-quit = Quitter
    .also = sortir, fermer, arrêter le programme, terminer
    .about = { palette-words-program }
action-quit-why = Fermer Encours ; les écritures en attente restent gardées.
action-raise-line = Monter
action-raise-line-why = Mettre la colonne plus à gauche dans le tableau.
action-redo = Rétablir
    .also = refaire, répéter, Ctrl+Y
    .about = { palette-words-change }
action-redo-why = Refaire le changement annulé.
action-refresh = Actualiser
    .also = recharger, relire, synchroniser, à jour, fraîcheur, rafraîchir, mettre à jour, F5
    .about = { palette-words-deal }, données, écran, liste, page
action-refresh-why = Tout relire dans le service.
action-rename-view = Renommer la vue
    .also = changer le nom, nommer
    .about = { palette-words-view }
action-rename-view-why = Donner un autre nom à la vue.
action-retry-bulk = Renvoyer les refusés
action-retry-bulk-why = Renvoyer ce que le service a refusé.
action-retry-write = Renvoyer
    .also = réessayer, relancer, retenter, envoyer de nouveau
    .about = { palette-words-write }
action-retry-write-why = Renvoyer tout de suite une écriture qui attend ou qui a été refusée.
action-save-view = Enregistrer la vue
    .also = garder, enregistrer le filtre, nouvelle vue, sauvegarder, mémoriser
    .about = filtre, recherche, créer, ajouter
action-save-view-why = Garder le filtre, les colonnes et le tri sous un nom.
action-screen-activity = Activité
action-screen-activity-why = Ce qui attend, ce qui a été refusé, ce qui a été demandé.
action-screen-deal = Deal
action-screen-deal-why = Le deal ouvert en dernier.
action-screen-explorer = Explorateur
action-screen-explorer-why = Opérations, fonds, SPV, opérateurs, toute route en lecture.
action-screen-notifications = Notifications
action-screen-notifications-why = Les notifications à traiter, les alertes et leurs préférences.
action-screen-pipeline = Pipeline
action-screen-pipeline-why = Les deals par statut.
action-screen-portfolio = Portefeuille
action-screen-portfolio-why = Les totaux, les répartitions et l’entité.
action-screen-tasks = Tâches
action-screen-tasks-why = Le tableau des tâches.
action-screen-views = Vues
action-screen-views-why = Vues de deals et du service, tableaux de bord.
action-select-all = Tout sélectionner
    .also = tout cocher, tout prendre, tous
    .about = { palette-words-deal }, { palette-words-notification }
action-select-all-why = Sélectionner tout ce qui est affiché.
action-select-deal = Sélectionner
    .also = cocher, choisir, sélection
    .about = { palette-words-deal }, { palette-words-notification }
action-select-deal-why = Ajouter le deal ou la notification à la sélection, ou l’en retirer.
action-select-range = Sélectionner d’ici à…
    .also = plage, intervalle
    .about = { palette-words-deal }, { palette-words-notification }
action-select-range-why = Sélectionner tout entre ici et là où va le focus ; encore une fois pour finir.
action-show-bulk = Changement groupé
    .also = en masse, par lot, plusieurs, modification en masse, changement en masse
    .about = { palette-words-deal }
action-show-bulk-why = Voir où en est le changement de plusieurs deals, et ce que chacun est devenu.
action-show-since = Depuis la dernière visite
    .also = nouveautés, changements, différences, historique, quoi de neuf, ce qui a changé
action-show-since-why = Ce qui a changé depuis la dernière visite, et quand. Ce qui n’a pas été regardé ici est redit la fois suivante.
action-snooze = Mettre en sommeil
    .also = reporter, rappeler plus tard, repousser, différer
    .about = { palette-words-notification }
action-snooze-why = Mettre en sommeil jusqu’à un moment, ou réveiller ; ici seulement.
action-sort-also = Trier aussi par cette colonne
    .also = second tri, tri secondaire, puis par
    .about = { palette-words-deal }
action-sort-also-why = Ajouter la colonne aux clés du tri, quatre au plus.
action-sort-column = Trier par cette colonne
    .also = trier le tableau, tri, ordonner, classer
    .about = { palette-words-deal }
action-sort-column-why = Trier par la colonne du focus ; encore une fois dans l’autre sens, puis plus du tout.
action-star = Mettre une étoile
    .also = favori, étoiler, marquer
    .about = { palette-words-notification }
action-star-why = Mettre une étoile, ou l’enlever ; ici seulement.
action-stop-bulk = Arrêter
action-stop-bulk-why = Reprendre ce qui n’est pas encore parti.
action-switch-language = Changer de langue
    .also = langue, français, anglais, traduction, anglaise, française, traduire, langage
    .about = { palette-words-program }, passer, mettre, interface
action-switch-language-why = Passer du français à l’anglais, et retour.
action-switch-theme = Changer de thème
    .also = thème, apparence, couleurs, contraste, clair, sombre, accessibilité, daltonisme, habillage, style
    .about = { palette-words-program }, mode, passer
action-switch-theme-why = Passer au thème suivant.
action-toggle-chart = Graphique ou tableau
    .also = courbe, diagramme
action-toggle-chart-why = Montrer la courbe, ou les mêmes nombres en tableau.
action-show-menu = Ouvrir le menu
    .also = menu contextuel, clic droit
action-show-menu-why = Montrer ce qui peut être fait de la carte ou de la ligne, comme l’autre bouton de la souris.
action-toggle-density = Confortable ou compact
    .also = densité, cartes hautes, cartes basses, aéré, serré, espacement
    .about = affichage, mode, vue
action-toggle-density-why = Donner trois lignes aux cartes, ou deux.
action-toggle-line = Montrer ou cacher
action-toggle-line-why = Montrer ou cacher la colonne de la ligne.
action-toggle-metrics = Bandeau de chiffres
    .also = tuiles, indicateurs, totaux, kpi, synthèse, chiffres clés, statistiques
    .about = afficher, montrer, cacher, masquer
action-toggle-metrics-why = Montrer ou cacher les chiffres au-dessus des deals.
action-toggle-table = Kanban ou tableau
    .also = liste, grille, colonnes, lignes, vue en tableau, vue kanban, vue en liste
    .about = vue, affichage, mode, passer, afficher
action-toggle-table-why = Voir les mêmes deals en colonnes par statut, ou un par ligne.
action-take-theirs = Garder la valeur du service
    .also = version du service, accepter
    .about = { palette-words-write }, conflit, résoudre
action-take-theirs-why = Laisser ce que le service détient et oublier ce qui a été écrit ici.
action-toggle-tree = Table ou arbre
    .also = réponse brute, JSON
action-toggle-tree-why = Montrer les enregistrements en table, ou la réponse en arbre.
action-turn-lanes = Couloirs
    .also = par responsable, par classe, regrouper
    .about = afficher, montrer, cartes
action-turn-lanes-why = Couloirs par responsable, par classe d’actif, ou aucun.
action-sign-in = Se connecter…
    .also = connexion, identification, donner la clé, coller le secret, mot de passe, identifier, authentification, reconnecter
    .about = { palette-words-program }
action-sign-in-why = Redonner le secret de la clé ; ce qui a été lu et ce qui attend restent.
action-sign-out = Se déconnecter…
    .also = déconnexion, retirer la clé, changer de clé, oublier la clé
    .about = { palette-words-program }
action-sign-out-why = Retirer de ce poste le secret de la clé ; ce qui a été lu et ce qui attend y restent.
action-recreate-deal = Recréer le deal supprimé
    .also = restaurer, ressusciter, annuler la suppression, récupérer, retrouver
    .about = { palette-words-deal }
action-recreate-deal-why = Créer de nouveau le deal dont la suppression est partie : nouvel id, sans notes ni autres champs.
action-undo = Annuler
    .also = reprendre, revenir en arrière, défaire, marche arrière, Ctrl+Z
    .about = { palette-words-change }
action-undo-why = Reprendre le dernier changement.
action-update-view = Mettre la vue à jour
action-update-view-why = Garder ce qui est affiché sous le nom de la vue.
action-views = Vues
    .also = vues enregistrées, ouvrir une vue, mes vues, changer de vue, filtres enregistrés
action-views-why = Ouvrir une vue enregistrée.
action-widen-column = Élargir la colonne
    .also = largeur, plus large
action-widen-column-why = Donner plus de place à la colonne.
action-zoom-in = Agrandir
    .also = zoom, taille du texte, grossir, plus grand, police, caractères, loupe
    .about = texte, écran, taille
action-zoom-in-why = Tout montrer plus grand, d’un dixième.
action-zoom-out = Réduire
    .also = zoom, taille du texte, plus petit, police, caractères
    .about = texte, écran, taille
action-zoom-out-why = Tout montrer plus petit, d’un dixième.
action-zoom-reset = Taille d’origine
    .also = zoom, taille du texte, police, caractères, taille normale
action-zoom-reset-why = Tout montrer à la taille d’origine.
hint-act-for = agir pour lui
hint-add-ids = ajouter
hint-apply = appliquer
hint-ask-route = route
hint-back = retour
hint-read = lire
hint-board = kanban
hint-browse = parcourir
hint-chart = graphique ⇄ table
hint-choose-side = champ par champ
hint-choose = choisir
hint-clear = effacer
hint-close = fermer
hint-columns = colonnes
hint-complete = compléter
hint-confirm = valider
hint-default = au démarrage
hint-default-service = par défaut
hint-discover = chercher les listes
hint-edit-state = filtres
hint-end-visit = vu
hint-fold = plier
hint-give-up = renoncer
hint-next-field = champ suivant
hint-order = ordre
hint-owner = responsable
hint-page = page
hint-pin = épingler
hint-unpin = détacher
hint-range = jusqu’à
hint-rename = renommer
hint-create = créer
hint-save = enregistrer
hint-series = série
hint-snooze = sommeil
hint-star = étoile
hint-take-theirs = le service
hint-copy = copier
hint-copy-export = copier, exporter
hint-decide = décider le conflit
hint-delete-deal = supprimer
hint-discard-write = abandonner
hint-edit-deal = modifier
hint-filter = filtrer
hint-help = aide
hint-local-note = note locale
hint-edit-keys = changer une touche
hint-next-screen = autre écran
hint-keep-anew = recréer le deal
hint-keep-mine = ma valeur
hint-mark-all-read = tout marquer
hint-mark-read = lue, puis suivante
hint-list = ouvrir la liste
hint-move = déplacer
hint-move-to = vers…
hint-narrow = restreindre
hint-new-deal = nouveau
hint-next-deal = deal suivant
hint-next-pane = volet
hint-open = ouvrir
hint-operations = voir les opérations
hint-palette = commandes
hint-refresh = actualiser
hint-retry-write = renvoyer
hint-send-choice = envoyer
hint-run = lancer
hint-select = sélection
hint-show = montrer
hint-sort = trier
hint-stop = arrêter
hint-unfold = déplier
hint-table = table
hint-tree = table ⇄ arbre
hint-undo = annuler
hint-undo-many = { $n ->
    [one] annuler { $n } changement
   *[other] annuler { $n } changements
}
hint-undo-note = annuler la note de « { $name } »
hint-undo-of = annuler « { $name } »
hint-undo-seen = annuler « changements vus »
hint-update = mettre à jour
hint-views = vues
hint-watch = suivre
hint-width = largeur

## Pourquoi une action est indisponible

reason-already-read = déjà lue
reason-dropped-in-place = Rien n’a été déplacé : c’est déjà là
reason-dropped-outside = Rien n’a été déplacé : déposé à côté des colonnes
reason-dropped-on-no-status = Rien n’a été déplacé : aucun deal ne peut être mis sans statut
reason-dropped-on-other-class = Rien n’a été déplacé : seul le serveur donne à un deal sa classe d’actif
reason-already-so = c’est déjà le cas
reason-indicator-figured = lecture seule, le service calcule cet indicateur
reason-age-figured = lecture seule, cet âge se calcule ici, depuis le dernier changement de statut
reason-field-read-only = lecture seule, d’un deal seuls le statut et le responsable se modifient
reason-being-sent = l’écriture est en cours d’envoi
reason-deal-gone = ce deal n’est plus là
reason-first-page = aucune page n’a été lue avant celle-ci
reason-kept-shut = ce profil ne peut pas envoyer cette écriture
reason-first-status = déjà au premier statut
reason-last-page = la réponse n’annonce pas de suite
reason-last-status = déjà au dernier statut
reason-may-not-write-deals = la clé n’a pas le droit d’écrire les deals (deals:write)
reason-no-deal = aucun deal n’a le focus
reason-no-editor = aucun éditeur choisi : définir EDITOR ou VISUAL, puis relancer
reason-no-conflict = aucune écriture en conflit n’a le focus
reason-board-alone = dans le kanban seulement
reason-list-alone = depuis la liste seulement : Échap y ramène
reason-no-notification = aucune notification n’a le focus
reason-no-service-view = aucune vue du service n’a le focus
reason-no-table = le tableau n’est pas affiché ici
reason-table-alone = dans le tableau seulement
reason-being-read = ce sur quoi il porte est encore en lecture
reason-no-task = aucune tâche n’a le focus
reason-no-probability = aucune probabilité n’est écrite dans config.toml
reason-last-series = une série au moins reste sur le graphique
reason-no-trend = rien n’a encore été relevé
reason-no-view = choisissez une de vos vues de deals
reason-no-views = aucune vue enregistrée
reason-no-filter = aucun filtre n’est actif
reason-filter-unread = corrigez d’abord le filtre
reason-no-write = aucune écriture n’a le focus
reason-not-created-yet = le service n’a pas encore créé ce deal
reason-close-first = fermez d’abord ce qui est ouvert (Échap)
reason-not-here = ne s’applique pas sur cet écran
reason-not-watchable = rien ne se suit ici
reason-not-watched = ceci n’est pas suivi
reason-nothing-failed = rien n’a été refusé
reason-nothing-runs = aucun n’a été lancé : sélectionner des deals, puis déplacer ou modifier
reason-nothing-selected = aucun deal sélectionné
reason-nothing-shown = rien n’est ouvert
reason-nothing-to-export = rien n’est affiché qui puisse être exporté
reason-status-aside = ce qui suit met le deal de côté ou l’arrête : le choisir par « Déplacer vers… »
reason-task-not-carried = une tâche se déplace par les touches de statut ou par « Déplacer vers… »
reason-nothing-to-complete = rien ne complète ce mot
reason-nothing-to-copy = rien à copier
reason-no-deal-named = cette notification ne désigne aucun deal de la liste
reason-nothing-to-open = rien à ouvrir
reason-nothing-deleted = aucune suppression n’a été envoyée
reason-recreated-already = un deal de ce nom a été créé depuis
id-none-yet = donné par le service une fois le deal créé
reason-signed-in = le service accepte la clé de ce poste
reason-no-key-here = la clé n’a pas été donnée sur ce poste
reason-nothing-to-redo = rien à rétablir
reason-nothing-to-undo = rien à annuler
reason-nothing-unread = aucune notification non lue affichée
reason-window-only = le terminal règle lui-même ses caractères
reason-no-config = la démo ne lit aucune configuration
reason-withheld = Encours a été démarré avec --offline
reason-no-status-chosen = choisir d’abord un statut

## Aide

help-act = Agir sur un deal
help-act-task = Agir sur une tâche
help-cells = Étendre les cellules
help-copy = Copier, copier autrement
help-delete = Supprimer ({ $n } s pour annuler)
help-ends = Premier, dernier
help-focus = Focus
help-focus-figures = Lignes et répartitions ; séries
help-focus-series = Lignes ; séries
help-look-for = chercher une touche ou une action
help-mark-all = Tout marquer comme lu (deux fois)
help-mark-all-list = Marquer lue toute la liste (deux fois)
help-choose-columns = Colonnes du tableau
help-move-card = Statut précédent, suivant
help-note-editor = Note locale, dans $EDITOR
help-on-screen = { $screen }, écran { $key }
help-or = (ou { $keys })
help-order = Trier, dans l’autre sens
help-pages = Page précédente, suivante
help-panes = Volet suivant, précédent
side-terminal = terminal seulement
side-window = fenêtre seulement
help-quit = Quitter (Ctrl+C : d’abord un formulaire)
help-screens = Écrans
help-select = Sélection, plage
help-sort = Trier par la colonne, et par elle aussi
help-turn-deals = Deal précédent, suivant
help-turn-pages = Page précédente, suivante
help-turn-views = Vue précédente, suivante
help-undo = Annuler, rétablir
help-views = Ouvrir, enregistrer une vue
help-visit = Depuis la dernière visite, tout vu
help-width = Colonne plus étroite, plus large
help-zoom = Réduire, taille d’origine, agrandir
help-bindings-note = touches en vigueur, écran { $screen }
help-everywhere = Partout
help-find = Choisir et trouver
help-lists = Tâches, vues, explorateur
help-move = Se déplacer
help-notifications = Notifications
help-title = Aide
help-nothing-found = Rien de ce nom ici. La palette ({ $key }) cherche partout.
help-without-key = Par la palette
help-writes = Écritures en attente
help-unavailable = Indisponible ici, et pourquoi

## Commandes

palette-about-looks = mode, thème, aspect, apparence, couleur, passer, mettre, activer, désactiver, couper, interface, affichage
palette-about-places = aller, ouvrir, voir, afficher, montrer, consulter, écran, page, onglet, volet, liste, revenir, tous, toutes
palette-about-views = vue, ouvrir, voir, afficher, montrer, aller, filtre
palette-small-words = un une des le la les l de du d au aux a en et ou par pour sur sous dans avec sans vers ce cet cette ces mon ma mes son sa ses ne se s c j n m qu que je veux svp
palette-words-change = changement, modification, action, dernier, dernière, saisie
palette-words-deal = deal, dossier, affaire, opportunité, projet, carte
palette-words-notification = notification, alerte, message
palette-words-program = application, appli, programme, logiciel, fenêtre, encours
palette-words-view = vue, filtre
palette-words-write = écriture, requête, envoi, modification
palette-elsewhere = sur : { $where }
palette-actions = Actions
palette-count = { $n } sur { $total }
palette-count-in = { $group } : { $count }
palette-deals = Deals
palette-deals-first = Deals, les { $n } premiers
palette-found = { $n ->
    [one] { $n } résultat
   *[other] { $n } résultats
}
palette-screens = Écrans
palette-title = Commandes
palette-views = Vues

## Filtre : erreurs, chacune avec sa colonne

query-ambiguous = « { $value } » peut être { $candidates }
query-apart = « { $value } » est en plusieurs morceaux ; écrire { $whole }
query-at-column = colonne { $column } : { $error }
query-bad-age = âge illisible : « { $value } » ; par exemple age>15j
query-bad-band = « { $value } » n’est ni un nombre, ni OK, vigilance, alerte ou aucun
query-bad-number = nombre illisible : « { $value } » ; par exemple ltv>65%
query-field-needs-text = « { $field } » attend « : » et un nom, par exemple { $field }:ic
query-field-needs-value = « { $field } » attend une valeur
query-help-age = age>15j
query-help-age-why = jours dans le statut
query-help-and = parc et ltv>65%
query-help-and-why = les deux ; et, and, && ou une espace
query-help-band = ltv:alerte,vigilance
query-help-band-why = une bande, par les seuils maison
query-help-class = classe:bureaux
query-help-class-why = une classe d’actif
query-help-complete = compléter : suivant, précédent
query-help-me = responsable:moi
query-help-me-why = mes deals (palette : je suis …)
query-help-missing = ltv:aucun
query-help-missing-why = non communiqué
query-help-not = -statut:lost
query-help-not-why = tout sauf cela
query-help-owner = responsable:"A. Martin"
query-help-owner-why = un responsable
query-help-phrase = "le parc"
query-help-phrase-why = exactement ces mots
query-help-ratio = ltv>=65% dscr<1,2
query-help-ratio-why = des indicateurs, ensemble
query-help-status = statut:ic,closing
query-help-status-why = un de ces statuts
query-help-title = Filtre
query-help-words = parc lyon
query-help-words-why = les noms avec ces parties, sans accents ni casse
query-joins-two = « { $word } » va entre deux conditions, une espace de chaque côté ; dans un nom, entre guillemets
query-lone-minus = « - » attend un terme à exclure
query-negative = « { $value } » est sous -200 % ; écrire { $value }% ou une fraction
query-no-band = « { $field } » n’a pas de seuils, donc pas de bande ; comparer avec un nombre
query-no-field = « { $word } » vient après le nom d’un indicateur, ltv>65% ; dans un nom, entre guillemets
query-no-groups = pas de groupe entre parenthèses : toutes les conditions valent ensemble ; plusieurs valeurs vont avec des virgules, statut:ic,closing ; dans un nom, entre guillemets
query-no-not = pas de « { $word } » dans un filtre : un moins écarte des deals, -statut:lost ; dans un nom, entre guillemets
query-no-or = pas de « { $word } » dans un filtre : toutes les conditions valent ensemble ; plusieurs valeurs vont avec des virgules, statut:ic,closing ; dans un nom, entre guillemets
query-no-sign = « { $word } » n’a pas de sens dans un filtre : un mot est une partie quelconque d’un nom ; dans un nom, entre guillemets
query-no-word = pas de « { $word } » dans un filtre : des conditions comme ltv>65% ou statut:ic se suivent, et toutes valent ; dans un nom, entre guillemets
query-percent = « { $value } » dépasse 200 % ; écrire { $value }% ou une fraction
query-too-long = filtre trop long
query-unclosed-quote = guillemet non fermé
query-unknown-field = champ inconnu : « { $field } » (connus : statut, classe, responsable, age, ltv, dscr, crd…)

## Bandes

band-alert = alerte
band-none = n. c.
band-ok = OK
band-watch = vigilance

## Vocabulaire

alert-type-document_manquant = Document manquant
alert-type-echeance = Échéance
alert-type-kyc_expire = KYC expiré
alert-type-reporting_du = Reporting dû
alert-type-retard = Retard
alert-type-seuil_dscr = Seuil DSCR
alert-type-seuil_ltv = Seuil LTV
asset-class-alternatif = Alternatif
asset-class-alternatif-short = Altern.
asset-class-bureaux = Bureaux
asset-class-commerces = Commerces
asset-class-foncier = Foncier
asset-class-hotels_tourisme = Hôtellerie et loisirs
asset-class-hotels_tourisme-short = Hôtels
asset-class-logistique_activite = Logistique et activités
asset-class-logistique_activite-short = Logist.
asset-class-mixte = Mixte
asset-class-mixte-short = Mixte
asset-class-residences_gerees = Résidences gérées
asset-class-residences_gerees-short = Gérées
asset-class-residentiel = Résidentiel
asset-class-residentiel-short = Résid.
asset-class-sante_education = Santé et éducation
asset-class-sante_education-short = Santé
crd-source-financing_tranches = tranches de financement
crd-source-operation_data = donnée opération
deal-status-closing = Closing
deal-status-due_diligence = Due diligence
deal-status-due_diligence-short = Due dil.
deal-status-ic = Comité d’investissement
deal-status-ic-short = Comité
deal-status-lost = Sans suite
deal-status-lost-short = S. suite
deal-status-on_hold = En pause
deal-status-on_hold-short = Pause
deal-status-screening = Présélection
deal-status-screening-short = Présél.
deal-status-sourcing = Sourcing
deal-status-structuring = Structuration
deal-status-structuring-short = Struct.
deal-status-term_sheet = Lettre d’intention
deal-status-term_sheet-short = Lettre
investment-type-bridge = Relais
investment-type-dette_mezzanine = Mezzanine
investment-type-dette_senior = Dette senior
investment-type-fonds_propres = Fonds propres
investment-type-marchand_de_biens = Marchand de biens
investment-type-obligations_convertibles = Obligations convertibles
investment-type-obligations_convertibles-short = Obl. convertibles
investment-type-promotion = Promotion
investment-type-whole_loan = Prêt unitranche
kpi-crd_mezzanine = Capital restant dû mezzanine
kpi-crd_mezzanine-short = CRD mezzanine
kpi-crd_senior = Capital restant dû senior
kpi-crd_senior-short = CRD senior
kpi-crd_total = Capital restant dû
kpi-crd_total-short = CRD
kpi-debt_yield = Rendement de la dette
kpi-debt_yield-short = Rdt dette
kpi-debt_yield-shortest = Rdt
kpi-dscr = DSCR
kpi-dscr-short = DSCR
kpi-icr = ICR
kpi-icr-short = ICR
kpi-ltc = LTC
kpi-ltc-short = LTC
kpi-ltv = LTV
kpi-ltv-short = LTV
kpi-meaning-debt_yield = revenu net d’exploitation ÷ capital restant dû
kpi-meaning-dscr = couverture du service de la dette
kpi-meaning-icr = couverture des intérêts
kpi-meaning-ltc = prêt rapporté au coût
kpi-meaning-ltv = prêt rapporté à la valeur, quotité
kpi-noi = Revenu net d’exploitation (NOI)
kpi-noi-short = NOI
kpi-pct_perte_estimee = Perte estimée
kpi-pct_perte_estimee-short = Perte
kpi-risk_score_simple = Score de risque
kpi-risk_score_simple-short = Score
kpi-service_dette = Service de la dette
kpi-service_dette-short = Service dette
kpi-valeur_venale = Valeur vénale
kpi-valeur_venale-short = Valeur
operation-status-cloture = Clôture
operation-status-contentieux = Contentieux
operation-status-en_cours = En cours
operation-status-instruction = Instruction
operation-status-precontentieux = Précontentieux
operation-status-prorogation = Prorogée
operation-status-remboursee = Remboursée
operation-status-retard = En retard
reporting-mode-calendaire = calendaire
reporting-mode-glissant = glissant
severity-critical = critique
severity-info = info
severity-warning = avertissement
task-statut-a_faire = À faire
task-statut-bloque = Bloquée
task-statut-en_cours = En cours
task-statut-fait = Faite
task-statut-prep = Préparation
task-statut-revue = En revue

## Ligne de commande

cli-access-token = Jeton
cli-added-at = Suivi depuis
cli-answer = Réponse
cli-as-user = Utilisateur délégué
cli-attempts = Envois
cli-base-url = Service
cli-body = Contenu
cli-change = Changement
cli-checked-at = Vérifié
cli-clock-off = L’horloge de cet ordinateur s’écarte de { $s } s de celle du service ; les signatures sont corrigées.
cli-confirm-delete = { $n ->
    [one] Supprimer { $n } deal du service, sans retour ?
   *[other] Supprimer { $n } deals du service, sans retour ?
}
cli-confirm-discard = { $n ->
    [one] Abandonner { $n } écriture ? Ce qui a été saisi sera perdu.
   *[other] Abandonner { $n } écritures ? Ce qui a été saisi sera perdu.
}
cli-discard-doubt = { $n ->
    [one] L’issue de { $n } écriture est inconnue : le service l’a peut-être appliquée.
   *[other] L’issue de { $n } écritures est inconnue : le service les a peut-être appliquées.
}
cli-discard-found-again = { $n ->
    [one] { $n } écriture a été sauvée d’un fichier endommagé : elle est peut-être déjà partie.
   *[other] { $n } écritures ont été sauvées d’un fichier endommagé : elles sont peut-être déjà parties.
}
cli-gone-already = { $id } était déjà supprimé au service : il ne reste rien à faire.
cli-waiting-for-gone = { $n ->
    [one] { $n } écriture l’attend ; envoyée, elle sera en conflit et à décider.
   *[other] { $n } écritures l’attendent ; envoyées, elles seront en conflit et à décider.
}
cli-confirm-keys = [o/N]
cli-confirm-api-delete = Envoyer DELETE { $path } ?
cli-confirm-purge = Supprimer le profil { $profile } et tout ce que ce poste en garde ?
cli-created-at = Demandée
cli-date = Date
cli-default = Par défaut
cli-deleted = Supprimé
cli-doctor-absent = Le service n’offre pas cette route.
cli-doctor-advice = À faire
cli-doctor-as-read = Lu ainsi
cli-doctor-attention = attention
cli-doctor-check = Contrôle
cli-doctor-clock = Horloge
cli-doctor-clock-do = Régler l’horloge de ce poste ; d’ici là les signatures sont corrigées.
cli-doctor-configuration = Configuration
cli-doctor-detail = Constat
cli-doctor-failed = échec
cli-doctor-files = Fichiers gardés ici
cli-doctor-files-do = encours doctor --repair met le fichier de côté, sauve ce qui peut en être lu et fait relire le reste.
cli-doctor-files-good = chaque ligne est telle qu’elle a été écrite
cli-doctor-files-skipped = { $file } est volumineux et n’a pas été lu
cli-doctor-files-skipped-do = encours doctor --deep le lit aussi.
cli-doctor-files-writes = { $n ->
    [one] { $n } modification en attente est abîmée et n’est jamais envoyée
   *[other] { $n } modifications en attente sont abîmées et ne sont jamais envoyées
}
cli-doctor-files-writes-do = Voir encours outbox list ; l’abandonner avec encours outbox discard et la saisir à nouveau.
cli-doctor-in-company = une autre fenêtre ou commande d’Encours a les fichiers ouverts ; la fermer d’abord
cli-doctor-repaired-do = encours sync relit ce que le service a encore.
cli-doctor-good = bon
cli-doctor-key = Clé et adresse
cli-doctor-keyring = Trousseau du système
cli-doctor-keyring-do = Sans trousseau, encours login garde le secret dans un fichier qu’une phrase secrète ouvre.
cli-doctor-keyring-silent-do = Le déverrouiller ou le relancer, puis relancer encours doctor ; en attendant, ENCOURS_SECRET donne le secret.
cli-doctor-keyring-works = garde ce qu’on lui confie
cli-doctor-damaged-do = Garder au besoin une copie ailleurs, puis déplacer ou supprimer le fichier.
cli-doctor-outbox = en attente : { $waiting }, à décider : { $parked }
cli-doctor-outbox-do = Voir encours outbox list.
cli-doctor-proxy = Proxy
cli-doctor-result = Résultat
cli-doctor-rights = Droit
cli-doctor-secret = Secret
cli-doctor-settings = Réglages
cli-doctor-sign-in = Connexion
cli-doctor-store = Données locales
cli-created-again = « { $name } » avait été supprimé au service et y est recréé : sous un nouvel identifiant, et sans les notes du deal supprimé.
cli-already-so = C’est déjà le cas, pour autant qu’on le sache ici : rien ne part et rien n’est mis en file.
cli-already-so-there = C’est déjà le cas au service : rien n’est parti.
cli-deletion-asked-before = La suppression de ce deal avait déjà été demandée, c’est l’écriture { $id } : celle-ci n’en fait qu’une avec elle.
cli-deletion-asked-again = la suppression avait déjà été demandée, c’est l’écriture { $id }
cli-taken-back = L’écriture { $id } qui attendait est reprise : ni elle ni celle-ci ne part.
cli-unread = { $id } n’a jamais été lu sur ce poste, ni la liste entière : on saura si ce deal existe quand l’écriture partira
cli-unread-task = { $id } n’a jamais été lu sur ce poste : on saura si cette tâche existe quand l’écriture partira
cli-deletion-waits = Ce deal va être supprimé : la suppression { $id } attend dans la file. encours outbox discard { $id } la reprend.
cli-deletion-in-doubt = L’issue de la suppression { $id } de ce deal est inconnue : il est peut-être déjà supprimé. encours outbox retry { $id } le vérifie.
cli-unsettled = Le service a appliqué cette écriture ; sa réponse n’a pas pu être gardée ici, et l’écriture { $id } reste dans la file : elle sera comparée avant tout nouvel envoi. Dès qu’il y a de la place : encours outbox retry { $id }.
cli-never-created = { $id } n’avait pas encore été créé au service : rien n’en est envoyé.
cli-not-as-sent = Le service a répondu une autre valeur que celle envoyée : { $fields }. Sa réponse est affichée ci-dessus.
cli-write-refused = cette écriture a été envoyée et refusée : rien n’a changé, et rien n’est gardé
cli-write-undiscarded = cette écriture a été envoyée et refusée : rien n’a changé ; elle reste dans la file, car plus rien ne peut être gardé ici : encours outbox discard { $id } l’abandonne
cli-offline-waits = écritures en attente sur ce poste : { $n } (encours outbox list)
cli-write-parked = cette écriture reste, refusée : encours outbox retry { $id } la renvoie telle quelle, encours outbox discard { $id } l’abandonne
cli-write-stays = cette écriture était déjà gardée et le reste : encours outbox retry { $id } l’envoie
cli-write-stands-refused = cette écriture reste telle qu’elle était, refusée auparavant : encours outbox retry { $id } la retente, encours outbox discard { $id } l’abandonne
cli-write-stands-conflict = cette écriture reste telle qu’elle était, en conflit : encours outbox retry { $id } la retente, encours outbox discard { $id } laisse celle du service
cli-write-not-kept = cette écriture n’est ni partie ni gardée : la redemander
cli-query-code-unknown = Aucun deal lu ne porte le code « { $value } », et aucun statut ni aucune classe connus ne s’appellent ainsi.{ $n ->
    [0] {""}
   *[other] {" "}Proches : { $near }.
}
cli-query-owner-unknown = Aucun deal lu n’a « { $value } » pour responsable.{ $n ->
    [0] {""}
   *[other] {" "}Proches : { $near }.
}
cli-status-unknown = Aucun deal lu ici n’a jamais eu le statut { $status }, et avec --offline le service ne peut pas dire s’il existe. Statuts connus : { $known }.
cli-doubt-list-moved = La liste a bougé pendant la lecture : relire pour l’état exact.
cli-copy = Copie
cli-settings = Réglages
cli-settings-differ = { $n ->
    [one] { $n } réglage diffère et reste tel qu’il est ici : --replace prend celui qui est donné.
   *[other] { $n } réglages diffèrent et restent tels qu’ils sont ici : --replace prend ceux qui sont donnés.
}
cli-settings-taken = { $n ->
    [0] Rien ne manquait : rien n’a été changé.
    [one] { $n } réglage a été repris.
   *[other] { $n } réglages ont été repris.
}
cli-settings-unreadable = { $n ->
    [one] { $n } réglage est illisible pour cette version et a été laissé de côté.
   *[other] { $n } réglages sont illisibles pour cette version et ont été laissés de côté.
}
cli-settings-would = { $n ->
    [0] Rien ne serait changé.
    [one] { $n } réglage serait repris ; rien n’a été changé.
   *[other] { $n } réglages seraient repris ; rien n’a été changé.
}
cli-taken-added = ajouté
cli-taken-differs = diffère
cli-taken-joined = réuni
cli-taken-replaced = remplacé
cli-taken-same = identique
cli-taken-unreadable = illisible
cli-empty = Aucun résultat.
cli-environment = Environnement
cli-error = Erreur :
cli-error-auth-do = Vérifier la clé et le secret, ou les enregistrer : encours login.
cli-error-auth-kept = Rien n’a changé au service.
cli-error-auth-what = Le service n’a pas accepté la clé.
cli-error-conflict-do = Relire la ressource, puis décider.
cli-error-conflict-kept = Rien n’a été écrasé au service.
cli-error-conflict-what = Le service a refusé l’écriture : elle est en conflit avec une autre.
cli-error-delegated-capability-do = Demander cette capacité à l’administrateur de la clé.
cli-error-delegated-capability-what = La clé n’a pas la capacité que cette route demande.
cli-error-delegated-forbidden-do = Demander à l’administrateur de la clé : portée, liste d’utilisateurs, capacité et approbation de l’utilisateur comptent toutes.
cli-error-delegated-forbidden-what = La clé ou l’utilisateur délégué n’a pas ce droit.
cli-error-delegated-header-do = Nommer l’utilisateur avec --as-user, et vérifier le nom de l’en-tête dans le profil : delegated_header.
cli-error-delegated-header-what = Le service n’a pas reçu exactement un en-tête qui nomme l’utilisateur délégué.
cli-error-delegated-not-allowed-do = Demander à l’administrateur de la clé d’ajouter l’utilisateur à cette liste.
cli-error-delegated-not-allowed-what = La clé ne peut pas agir pour cet utilisateur : sa liste d’utilisateurs autorisés ne le contient pas.
cli-error-delegated-not-approved-do = Demander à un administrateur de l’entité d’approuver l’utilisateur.
cli-error-delegated-not-approved-what = L’utilisateur délégué n’est pas approuvé.
cli-error-delegated-own-rights-do = Agir pour un utilisateur qui peut le faire.
cli-error-delegated-own-rights-what = L’utilisateur délégué n’a pas lui-même ce droit.
cli-error-delegated-unknown-user-do = Vérifier l’identifiant donné avec --as-user.
cli-error-delegated-unknown-user-what = L’entité de cette clé n’a pas cet utilisateur.
cli-error-declined-what = Non confirmé.
cli-error-declined-kept = Rien n’a été fait et rien n’est en attente.
cli-error-declined-do = Pour continuer sans la question : --yes.
cli-error-forbidden-do = Voir avec l’administrateur de la clé : droits, routes et adresses peuvent être limités.
cli-error-forbidden-kept = Rien n’a changé au service.
cli-error-forbidden-what = Le service refuse ceci à la clé.
cli-error-incomplete-what = La liste n’est pas venue entière.
cli-error-incomplete-kept = Ce qui est venu a été affiché.
cli-error-in-doubt-what = Le service n’a pas confirmé l’écriture ; elle a peut-être été appliquée.
cli-error-in-doubt-kept = L’écriture est gardée avec sa clé dans la file d’envoi.
cli-error-in-doubt-do = La renvoyer depuis la file : elle ne sera faite qu’une fois. Ne pas la saisir à nouveau.
cli-error-incomplete-do = Relancer la commande ; si les mêmes éléments manquent, le signaler au support du service.
cli-error-sync-incomplete-do = Relancer encours sync ; s’il en manque autant à chaque fois, le signaler au support du service.
cli-error-sync-incomplete-kept = Ce qui est venu est gardé sur ce poste ; pour le reste, ce qui avait été lu avant demeure.
cli-error-sync-incomplete-what = Tous les deals ne sont pas venus.
cli-error-interrupted-do = Relancer la commande pour reprendre.
cli-error-interrupted-kept = Une écriture non confirmée reste dans la file d’envoi : encours outbox list.
cli-error-interrupted-what = Interrompu.
cli-error-invalid-do = Corriger la demande, puis recommencer.
cli-error-invalid-kept = Rien n’a changé au service.
cli-error-invalid-what = Le service a refusé la demande telle qu’elle est écrite.
cli-error-keyring-do = Sans trousseau, garder le secret dans un fichier qu’une phrase secrète ouvre (encours login --passphrase-file, avec ENCOURS_PASSPHRASE là où personne ne peut être interrogé), ou le donner dans ENCOURS_SECRET ou par le credential_command du profil.
cli-error-keyring-kept = Rien n’a été enregistré.
cli-error-keyring-what = Le secret ne peut pas être enregistré sur ce poste.
cli-error-key-taken-do = Donner à une écriture nouvelle une clé à elle.
cli-error-key-taken-kept = Rien n’a été envoyé.
cli-error-key-taken-what = La clé est celle d’une autre écriture.
cli-error-leaving-do = Attendre sa réponse : encours outbox list.
cli-error-leaving-kept = Rien n’a été abandonné.
cli-error-leaving-what = L’écriture est en cours d’envoi.
cli-error-no-write-do = encours outbox list montre les écritures en attente, avec leurs numéros.
cli-error-no-write-kept = Rien n’a été envoyé, rien n’a été abandonné.
cli-error-no-write-what = La file d’envoi ne contient pas cette écriture.
cli-error-not-held-do = Vérifier l’identifiant ; encours sync lit ce que le service contient.
cli-error-not-held-kept = Rien n’a été demandé au service.
cli-error-not-held-what = Ceci n’est pas connu sur ce poste.
cli-error-overtaken-do = Décider par l’une des commandes citées ci-dessus.
cli-error-overtaken-kept = Rien n’a été écrasé, et l’écriture est gardée ici.
cli-error-overtaken-sent-do = Décider par l’une des commandes citées ci-dessus.
cli-error-overtaken-sent-kept = Ce qui a changé depuis n’est pas écrasé, et l’écriture est gardée ici.
cli-error-overtaken-sent-what = L’écriture avait déjà été envoyée, et n’a pas été renvoyée : l’enregistrement a changé au service depuis.
cli-error-overtaken-what = L’écriture n’a pas été envoyée : l’enregistrement a changé au service depuis.
cli-error-not-found-do = Vérifier l’identifiant ou le chemin.
cli-error-not-found-kept = Rien n’a changé au service.
cli-error-not-found-what = Le service ne connaît pas cette ressource.
cli-error-intercepted-do = C’est sans doute la page de connexion d’un réseau : ouvrir une page dans un navigateur, s’y connecter, puis réessayer.
cli-error-intercepted-kept = Rien de cette réponse n’a été gardé.
cli-error-intercepted-what = Quelque chose entre ce poste et le service répond à sa place.
cli-error-intercepted-queued-do = C’est sans doute la page de connexion d’un réseau : ouvrir une page dans un navigateur, s’y connecter, puis envoyer l’écriture : encours outbox retry.
cli-error-intercepted-queued-kept = L’écriture est gardée sur ce poste avec sa clé : elle ne sera faite qu’une fois.
cli-error-intercepted-queued-what = Quelque chose entre ce poste et le service répond à sa place ; l’écriture n’est pas partie.
cli-error-failing-do = Réessayer ; si cela dure, transmettre le numéro de requête au support.
cli-error-failing-kept = Ce que ce poste a déjà lu reste lisible avec --offline.
cli-error-failing-what = Le service est là, mais n’a pas su répondre.
cli-error-lost-here-do = encours sync relit tous les deals ; sans --offline, la demande va au service.
cli-error-lost-here-kept = Le service n’a pas été interrogé.
cli-error-lost-here-what = Ce que ce poste en avait lu a été perdu avec son historique.
cli-error-no-such-deal-do = Si le deal est plus récent que cette liste : encours sync, puis recommencer.
cli-error-no-such-deal-kept = Rien n’a été fait et rien n’est mis en file.
cli-error-no-such-deal-what = Ce deal n’existe pas, pour autant que ce poste le sache.
cli-error-not-here-do = Sans --offline, la demande va au service ; encours sync met la copie à jour.
cli-error-not-here-kept = Le service n’a pas été interrogé.
cli-error-not-here-what = La copie de ce poste ne contient pas cela.
cli-error-protocol-do = Réessayer, puis transmettre le numéro de requête au support.
cli-error-protocol-kept = Rien de cette réponse n’a été gardé.
cli-error-protocol-what = La réponse du service n’est pas celle que le contrat permet.
cli-error-queued-do = La renvoyer plus tard : encours outbox retry.
cli-error-queued-kept = L’écriture est gardée sur ce poste avec sa clé : elle ne sera faite qu’une fois.
cli-error-queued-what = L’écriture n’a pas encore été confirmée par le service.
cli-error-rate-limited-do = Attendre, ou donner plus de temps avec --timeout ; encours doctor dit jusqu’à quand, et comment lever la pause.
cli-error-rate-limited-kept = Rien n’a changé au service.
cli-error-rate-limited-what = Le service demande d’attendre.
cli-error-output-what = Le résultat n’a pas pu être écrit.
cli-error-output-kept = Ce que la commande a demandé au service est fait ; une modification gardée est dans encours outbox list.
cli-error-output-do = Libérer de la place, ou diriger la sortie ailleurs, et relancer ce qui ne fait que lire ; une modification a été faite et n’est pas à refaire.
cli-error-refused-do = Renvoyer la même chose n’y changera rien : donnez le numéro de requête au support du service.
cli-error-refused-kept = Rien n’a changé au service.
cli-error-refused-what = Le service a refusé la demande.
cli-error-odd-do = Donnez ce qui est nommé ci-dessus au support du service.
cli-error-odd-kept = Tout ce qui est venu a été affiché.
cli-error-odd-what = Des enregistrements ne sont pas ce que le contrat permet.
cli-error-partial-do = Relancez la commande pour la liste entière.
cli-error-partial-kept = Ce qui est venu avant a été affiché ; ce n’est pas la liste entière.
cli-error-partial-what = La liste n’a pas pu être lue jusqu’au bout.
cli-error-request = Numéro de requête : { $id }
cli-error-retry-after = Pas avant { $s } s d’ici
cli-error-scope = Droit absent : { $scope }
cli-error-secret-do = Le donner dans ENCOURS_SECRET ou par le credential_command du profil, ou l’enregistrer dans le trousseau (keyring) ou dans un fichier à phrase secrète : encours login.
cli-error-secret-kept = Rien n’a été demandé au service.
cli-error-secret-what = Aucun secret utilisable pour cette clé.
cli-error-held-up-do = Voir ce qui le retient (un système de fichiers, un tube, un autre programme qui utilise le profil, une commande de secret), ou donner plus de temps avec --timeout.
cli-error-held-up-kept = Aucune modification n’a été envoyée ni gardée.
cli-error-held-up-what = Quelque chose sur ce poste n’a pas répondu dans le temps de --timeout.
cli-error-timeout-what = Le service n’a pas répondu à temps.
cli-error-timeout-do = Réessayer, ou donner plus de temps avec --timeout.
cli-error-insecure-what = Le service n’est pas interrogé : la connexion n’est pas sûre.
cli-error-insecure-do = Faire corriger cela, puis réessayer.
cli-error-broken-off-what = La connexion s’est terminée avant la fin de la réponse.
cli-error-broken-off-do = Réessayer ; si cela se reproduit chaque fois, le signaler au support du service.
cli-error-local-closed-do = Rendre le répertoire inscriptible, ou en nommer un autre avec --data-dir (ou ENCOURS_DATA_DIR).
cli-error-local-damaged-do = Relancer la commande : le fichier est mis de côté, et ce qu’il contenait est sauvé ou relu. Si une autre fenêtre ou commande d’Encours l’a ouvert, la fermer d’abord.
cli-error-local-damaged-kept = Rien de ce qui était gardé n’a été supprimé.
cli-error-local-damaged-what = Un fichier gardé sur ce poste est endommagé.
cli-error-local-damaged-partly-do = Relancer la commande : le fichier est mis de côté, et ce qu’il contenait est sauvé ou relu. Si une autre fenêtre ou commande d’Encours l’a ouvert, la fermer d’abord.
cli-error-local-damaged-partly-kept = Ce qui est venu avant a été affiché ; ce n’est pas la liste entière. Rien de ce qui était gardé n’a été supprimé.
cli-error-local-damaged-partly-what = Un fichier gardé sur ce poste est endommagé.
cli-error-local-full-do = Libérer de la place sur ce disque, puis demander à nouveau.
cli-error-local-kept = Ce qui était gardé l’est toujours et reste lisible ; rien de nouveau n’a été gardé.
cli-error-local-limited-do = Relever la limite (ulimit -f), puis demander à nouveau.
cli-error-local-newer-do = Utiliser cette version, ou un autre répertoire de données : --data-dir ou ENCOURS_DATA_DIR.
cli-error-local-newer-kept = Ce qui y attend d’être envoyé reste, et partira avec cette version.
cli-error-local-newer-what = Une version plus récente d’Encours a écrit ce qui est gardé sur ce poste.
cli-error-local-other-do = Voir encours doctor.
cli-error-local-other-kept = Rien de ce qui était gardé n’a été supprimé.
cli-error-local-other-what = Les fichiers gardés sur ce poste ne sont pas utilisables.
cli-error-local-queued-do = Dès que ce poste peut de nouveau garder quelque chose, la renvoyer : encours outbox retry. Ne pas la saisir à nouveau.
cli-error-local-queued-kept = L’écriture est gardée sur ce poste avec sa clé : elle ne sera faite qu’une fois.
cli-error-local-queued-what = Plus rien n’a pu être gardé sur ce poste avant que le service ait confirmé l’écriture.
cli-error-local-unread-do = Relancer la commande. Si elle échoue encore, contrôler le disque et copier le répertoire des données sur un autre.
cli-error-local-unread-kept = Rien n’a été modifié, rien n’a été mis de côté.
cli-error-local-unread-what = Le disque n’a pas rendu ce qui est gardé sur ce poste.
cli-error-local-what = Rien ne peut être gardé sur ce poste pour l’instant.
cli-error-undelivered-do = Renvoyez-la quand le service répondra.
cli-error-undelivered-kept = Elle n’est pas gardée sur cette machine : encours api ne garde rien.
cli-error-undelivered-what = Aucune réponse du service à l’écriture n’est venue.
cli-error-to-be-deleted-do = Décider avec la commande ci-dessus, puis modifier le deal.
cli-error-to-be-deleted-kept = Rien n’a changé et rien n’est mis en file ; la suppression reste telle quelle.
cli-error-to-be-deleted-what = Ce deal va être supprimé et ne peut être modifié d’ici là.
cli-error-unexpected-do = Réessayer, puis transmettre le numéro de requête au support.
cli-error-unexpected-kept = Rien n’a été perdu sur ce poste.
cli-error-unexpected-what = La demande a échoué.
cli-error-unreachable-do = Vérifier le réseau et l’adresse du service, puis réessayer.
cli-error-unreachable-kept = Ce que ce poste a déjà lu reste lisible avec --offline.
cli-error-unreachable-what = Le service est injoignable.
cli-error-usage-do = Voir encours --help.
cli-error-usage-kept = Rien n’a été envoyé.
cli-error-usage-what = La commande ou la configuration n’est pas valable.
cli-error-view-limits-do = Corriger ce qui est nommé ci-dessus, puis réessayer.
cli-error-view-limits-kept = Rien n’a été envoyé.
cli-error-view-limits-what = Le service ne prendrait pas cette vue.
cli-error-write = écriture { $id }
cli-expires-at = Expire le
cli-expires-in = Durée (s)
cli-family = Liste
cli-field-alert = Alerte
cli-field-columns = Colonnes
cli-field-crd-source = Origine du capital
cli-field-enabled = Active
cli-field-filters = Filtres
cli-field-importance = Importance
cli-field-investment-type = Type d’investissement
cli-field-key = Clé du champ
cli-field-kpi = Situation financière
cli-field-label-fr = Libellé français
cli-field-severity = Gravité minimale
cli-field-shared = Partagé
cli-field-sort = Tri
cli-field-source = Source
cli-field-value-type = Type de valeur
cli-granted = Accordé
cli-idempotency-key = Clé d’idempotence
cli-issued-at = Émis le
cli-after = Après
cli-before = Avant
cli-by = Par
cli-bytes = Octets
cli-certainty = Certitude
cli-confirm-replace = { $file } existe déjà. Le remplacer ?
cli-confirm-watch = Suivre ceux-ci ?
cli-watch-all = Identifiants retenus ({ $n }) : { $ids }
cli-watch-some = Identifiants retenus ({ $n }) : { $ids }. Mots non retenus ({ $left }) : { $words }
cli-decided-at = Décidé
cli-duration = Durée (ms)
fault-dns = nom introuvable
fault-connect = aucune connexion
fault-tls = connexion non sûre
fault-timeout = aucune réponse à temps
fault-reset = interrompu avant la réponse
fault-cut = interrompu dans la réponse
cli-fault = Échec
cli-field = Champ
cli-export-cut = { $n ->
    [one] Un texte dépasse
   *[other] { $n } textes dépassent
} les 32 767 caractères que contient une cellule de classeur, et y est coupé : { $deals }. Un fichier .csv ou .json le contient en entier.
cli-file = Fichier
cli-history-ahead = { $date } est à venir : rien n’a pu être observé depuis.
cli-history-nothing = Aucun changement observé sur ce poste.
cli-history-nothing-since = Aucun changement observé sur ce poste depuis { $date }.
cli-http-status = HTTP
cli-kept-at = Tel que lu sur ce poste le { $date }.
cli-not-before = Pas avant
cli-observed-at = Observé
cli-operation = Opération
cli-outcome = Issue
cli-outcome-unknown = Issue inconnue
cli-records = Enregistrements
cli-request-id = Identifiant de requête
cli-request-of = requête { $id }
cli-sync-first = Première lecture sur ce poste : ce qui changera désormais sera dit.
cli-sync-nothing = Rien n’a changé depuis la dernière lecture.
cli-sync-nothing-of-these = Rien n’a changé parmi les deals venus.
cli-sync-not-read = { $route } n’a pas été lu : absent de ce service ou non autorisé pour cette clé.
cli-sync-other-entity = Cette clé agit désormais pour l’entité { $now } : ce qui est gardé ici était celui de { $before }. Les écritures faites pour { $before } restent verrouillées jusqu’à son retour.
cli-sync-read = { $total ->
    [one] { $read } deal lu sur { $total }.
   *[other] { $read } deals lus sur { $total }.
}
cli-standing-conflict = { $n ->
    [one] { $n } écriture faite ici rencontre un changement fait ailleurs
   *[other] { $n } écritures faites ici rencontrent des changements faits ailleurs
} : encours outbox list montre les deux côtés, encours outbox retry ID envoie la vôtre, encours outbox discard ID laisse l’autre.
cli-standing-refused = { $n ->
    [one] { $n } écriture faite ici a été refusée et ne figure dans rien de ce qui est montré
   *[other] { $n } écritures faites ici ont été refusées et ne figurent dans rien de ce qui est montré
} : encours outbox list dit pourquoi, encours outbox discard ID l’abandonne.
cli-sync-waiting = { $n ->
    [one] { $n } écriture attend ici, et n’est pas envoyée pour autant : encours outbox retry
   *[other] { $n } écritures attendent ici, et ne sont pas envoyées pour autant : encours outbox retry
}
cli-waits-again = nouvel essai à partir de { $at }
cli-waits-not-applied = non appliquée
cli-waits-once = elle n’est jamais faite deux fois
cli-when = Quand
cli-kept-lost = L’historique de ce poste a été perdu, et avec lui la liste lue le { $read } : voici ce qu’il en reste, { $n } lus un à un, le plus ancien le { $date }. encours sync les relit tous.
cli-kept-none = Rien n’en a encore été lu sur ce poste.
cli-kept-part = Tel que lu sur ce poste : { $n } à ce jour, la lecture la plus ancienne du { $date }. Le service peut en avoir d’autres.
cli-kept-in-doubt = Avec { $n ->
    [one] { $n } de vos écritures
   *[other] { $n } de vos écritures
} par-dessus, { $n ->
    [one] partie et peut-être déjà appliquée
   *[other] parties et peut-être déjà appliquées
} : encours outbox retry le dit.
cli-kept-waiting = Avec { $n ->
    [one] { $n } de vos écritures
   *[other] { $n } de vos écritures
} par-dessus : pas encore { $n ->
    [one] appliquée
   *[other] appliquées
}, voir encours outbox list.
cli-kept-whole = Tel que lu sur ce poste : la liste entière, au { $date }.
cli-key-id = Clé
cli-login-done = La clé { $key } est enregistrée sous le profil { $profile } ; son secret est ici : { $place }
cli-login-no-keyring = Aucun trousseau ne fonctionne ici : le secret va dans un fichier qu’une phrase secrète ouvre.
cli-logout-done = Le secret du profil { $profile } a quitté ce poste.
cli-logout-none = Ce poste ne gardait pas de secret pour le profil { $profile }.
cli-method = Méthode
cli-mode = Connue comment
cli-in-doubt = encours outbox retry { $id } la renvoie sous sa clé
cli-note = Note
cli-note-ended-early = La liste s’est arrêtée alors que le service en annonce davantage : { $received } éléments sont venus.
cli-note-fewer = La liste s’est terminée avec { $received } éléments différents sur les { $total } que le service compte.
cli-note-not-paged = Le service a renvoyé les mêmes éléments au lieu de la page suivante : { $received } sont venus, et rien ne dit s’il y en a d’autres.
cli-note-incomplete = La liste n’est pas venue entière : { $received } éléments sont venus sur les { $total } que le service compte.
cli-notice = Note :
cli-number = Numéro
cli-origin = Origine
cli-only-read = Ce qui est gardé sur ce poste ne peut qu’être lu pour l’instant : { $why }
cli-outbox-behind = { $n ->
    [one] Une autre écriture
   *[other] { $n } autres écritures
} du même enregistrement { $n ->
    [one] attend
   *[other] attendent
} : encours outbox retry { $ids }
cli-outbox-held = L’écriture { $id } est retenue jusqu’à { $until }, pour pouvoir être annulée là où elle a été faite. encours outbox retry { $id } l’envoie maintenant.
cli-outbox-stopped = { $n ->
    [one] Le service ne peut être interrogé : { $n } autre écriture reste en attente, sans essai.
   *[other] Le service ne peut être interrogé : { $n } autres écritures restent en attente, sans essai.
}
cli-outbox-conflicts = Une écriture en conflit attend votre choix : encours outbox retry ID envoie la vôtre par-dessus ce que le service détient (un deal qui y est supprimé depuis est recréé), encours outbox discard ID laisse celle du service.
cli-outbox-fields = En plein écran, sous { $screen } ({ $number }), « { $action } » ({ $key }) prend de l’une et de l’autre.
cli-outbox-nothing = Aucune écriture en attente.
cli-partial = { $shown } sur { $total }. Pour tout lire : --all.
cli-path = Chemin
cli-profile = Profil
cli-purged = Le profil { $profile } et ses données locales ont été supprimés.
cli-reason = Raison
cli-record = Ressource
cli-scope = Droit
cli-secret = Secret
cli-state = État
cli-state-answered = refusée pour l’instant, le service a répondu { $status }
cli-state-answered-doubtful = répondue { $status }, peut-être appliquée
cli-state-held = retenue
cli-state-too-many = refusée pour l’instant, trop de requêtes
cli-title = Titre
cli-token-type = Type de jeton
cli-type-base-url = Adresse du service (finit par /v1) :
cli-type-key-id = Identifiant public de la clé :
cli-type-new-passphrase = Nouvelle phrase secrète pour le secret (rien ne s’affiche) :
cli-type-passphrase = Phrase secrète qui ouvre le secret (rien ne s’affiche) :
cli-type-passphrase-again = La même phrase secrète encore une fois :
cli-type-secret = Secret (rien ne s’affiche) :
cli-api-elements = { $n ->
    [one] { $n } élément de la liste n’est pas un enregistrement avec identifiant ; il est écrit tel quel
   *[other] { $n } éléments de la liste ne sont pas des enregistrements avec identifiant ; ils sont écrits tels quels
}
cli-unread-elements = { $n ->
    [one] { $n } élément de la liste est illisible et manque ici
   *[other] { $n } éléments de la liste sont illisibles et manquent ici
}
cli-odd-elements = { $n ->
    [one] { $n } enregistrement de la liste n’est pas comme documenté
   *[other] { $n } enregistrements de la liste ne sont pas comme documentés
}
cli-view-undocumented = Le contrat ne documente que le nom et le défaut d’une vue : le service accepte ou non filtres, colonnes et tri.

# La ligne et la configuration : ce qui n’y va pas.

cli-line-conflict = `{ $arg }` ne va pas avec { $other }.
cli-line-expected-assignment = NOM=VALEUR est attendu
cli-line-expected-choice = attendu l’un de { $choices }
cli-line-expected-date = une date (2026-11-20) ou une date-heure (2026-11-20T08:00:00Z) est attendue
cli-line-expected-direction = CHAMP, CHAMP:asc ou CHAMP:desc est attendu
cli-line-expected-field = le nom d’un champ est attendu
cli-line-expected-header = NOM:VALEUR est attendu
cli-line-expected-id-ascii = seuls les caractères ASCII visibles sans espace sont permis
cli-line-expected-id-blank = il commence ou finit par une espace
cli-line-expected-id-control = il contient un caractère de contrôle
cli-line-expected-id-dots = `.` et `..` ne sont pas des identifiants
cli-line-expected-id-empty = il est vide
cli-line-expected-id-short = il est trop long
cli-line-expected-method = GET, POST, PUT, PATCH ou DELETE est attendu
cli-line-expected-moment = une date-heure (2026-11-20T08:00:00Z) est attendue
cli-line-expected-number = un nombre entier, 0 ou plus, est attendu
cli-line-expected-other = une autre valeur est attendue
cli-line-expected-port = un port de 0 à 65535 est attendu
cli-line-expected-query = une recherche est attendue (classe:bureaux ltv>0.65, -parc)
cli-line-expected-seconds = un nombre de secondes entre 0 et 86400 est attendu
cli-line-missing = Il manque : { $arg }.
cli-line-more = Pour en savoir plus : { $command } --help
cli-line-near = Vouliez-vous dire { $near } ?
cli-line-no-command = Il manque une commande : --help en donne la liste.
cli-line-no-value = `{ $arg }` attend une valeur.
cli-line-not-text = Un argument n’est pas un texte en UTF-8.
cli-line-too-many = `{ $value }` est de trop pour `{ $arg }`.
cli-line-twice = `{ $arg }` est donné plusieurs fois.
cli-line-unknown-argument = `{ $arg }` n’est ni une option ni un argument de cette commande.
cli-line-unknown-command = Il n’y a pas de commande `{ $name }`.
cli-line-unreadable = La ligne ne peut pas être lue.
cli-line-usage = Utilisation : { $usage }
cli-line-value = `{ $value }` ne peut pas être la valeur de `{ $arg }` : { $expected }.
usage-base-url-credentials = l’adresse du service est inutilisable : elle ne doit contenir ni nom d’utilisateur ni mot de passe
usage-base-url-host = l’adresse du service est inutilisable : son hôte n’est pas valable
usage-base-url-http = l’adresse du service est inutilisable : http n’est permis que vers ce poste ; utiliser https
usage-base-url-path = l’adresse du service est inutilisable : son chemin doit être fait de segments simples, sans requête ni fragment
usage-base-url-port = l’adresse du service est inutilisable : son port n’est pas valable
usage-base-url-scheme = l’adresse du service est inutilisable : elle doit commencer par https://
usage-proxy = le proxy de { $from } est inutilisable : http://HÔTE:PORT est attendu, avec UTILISATEUR:MOT-DE-PASSE@ devant l’hôte s’il le demande
usage-base-url-version = l’adresse du service est inutilisable : elle doit se terminer par /v1
usage-command-lost = credential_command n’a pas pu être exécutée : « { $why } »
usage-command-printed = credential_command n’a écrit ni réponse de jeton (un objet JSON) ni secret (une ligne de texte)
usage-command-signal = credential_command a été arrêtée par un signal : « { $why } »
usage-command-signal-mute = credential_command a été arrêtée par un signal, sans rien dire
usage-command-silent = credential_command ne s’est pas terminée à temps
usage-command-status = credential_command s’est terminée avec le statut { $code } : « { $why } »
usage-command-status-mute = credential_command s’est terminée avec le statut { $code }, sans rien dire
usage-command-token = ce que credential_command a écrit n’est pas une réponse de jeton : « { $why } »
config-misbound = { $place } : { $why }
usage-config-toml = { $file }:{ $line }:{ $column } : ce n’est pas du TOML lisible : « { $why } »
usage-keyring-loses = le trousseau du système ne garde pas ce qui lui est confié
usage-passphrase-delete = le fichier à phrase secrète { $file } n’a pas pu être supprimé : « { $why } »
usage-passphrase-empty = la phrase secrète est vide
usage-passphrase-late = personne n’a donné la phrase secrète à temps
usage-passphrase-missing = le secret est dans un fichier qu’une phrase secrète ouvre, et personne ne peut être interrogé ici : la donner dans { $variable }
usage-passphrase-none = le fichier à phrase secrète de cette clé n’est pas là
usage-passphrase-read = le fichier à phrase secrète { $file } ne peut pas être lu : « { $why } »
usage-passphrase-unreadable = cette version ne sait pas lire ce fichier à phrase secrète
usage-passphrase-write = le fichier à phrase secrète { $file } n’a pas pu être écrit : « { $why } »
usage-passphrase-wrong = la phrase secrète n’ouvre pas le fichier, ou le fichier a été changé
usage-body-json = le corps n’est pas du JSON : « { $why } »
usage-certificate = le certificat { $file } n’a pas pu être lu : « { $why } »
usage-config-choice = { $file }:{ $line } : { $name } vaut { $value } ; valeurs possibles : { $known }
usage-config-keys = { $file }:{ $line }:{ $column } : il faut une liste de touches entre crochets, et non { $value }
usage-config-boolean = { $file }:{ $line }:{ $column } : il faut true ou false, et non { $value }
usage-config-list = { $file }:{ $line }:{ $column } : il faut une liste entre crochets, et non { $value }
usage-config-count = { $file }:{ $line }:{ $column } : il faut un nombre entier de 0 à { $most }, et non { $value }
usage-config-number = { $file }:{ $line }:{ $column } : il faut un nombre entier, et non { $value }
usage-config-limit = { $file }:{ $line }:{ $column } : il faut une limite comme le service donne l’indicateur, ou pour une part un pour cent entre guillemets ("60%"), et non { $value }
usage-config-limit-pair = { $file }:{ $line }:{ $column } : il faut deux limites entre crochets, la dernière bonne valeur puis la dernière en vigilance, et non { $value }
usage-config-limit-order = { $file }:{ $line }:{ $column } : la limite de ce qui est bon vient avant celle de ce qui est en vigilance, et de cet indicateur elle est du bon côté de l’autre : { $value } est à l’envers
usage-config-status = { $file }:{ $line }:{ $column } : il faut le code d’un statut, tel que le service l’envoie ({ $known }…) et une seule fois, et non { $value }
usage-config-probability = { $file }:{ $line }:{ $column } : il faut une probabilité en pour cent, de 0 à 100, et non { $value }
usage-config-value = { $file }:{ $line }:{ $column } : cette valeur ne va pas : « { $why } »
usage-config-text = { $file }:{ $line }:{ $column } : il faut un texte entre guillemets, et non { $value }
usage-config-unknown = { $file }:{ $line }:{ $column } : { $name } n’est pas un réglage. Il y a : { $known }
usage-columns-field = --columns : aucun deal n’a de champ `{ $field }`
usage-config-link = { $file } est un lien qui mène à { $to }, qui n’existe pas. Rétablir ce fichier, ou supprimer le lien
usage-config-read = { $file } n’a pas pu être lu : « { $why } »
usage-config-syntax = { $file } : « { $why } »
usage-config-write = { $file } n’a pas pu être écrit : « { $why } ». Il est tel qu’il était
usage-confirm = cela ne peut pas être défait et personne ne peut être interrogé ici : confirmer avec --yes
usage-demo-deals = --demo-deals concerne la démonstration, qui n’est pas demandée : ajouter --demo (ou mettre ENCOURS_DEMO=1)
usage-dumb-terminal = ce terminal ne peut pas montrer le plein écran (TERM=dumb) ; une commande est attendue ici (encours --help)
usage-export-portfolio = --query, --view et --columns choisissent des deals : un portefeuille est exporté en entier
usage-export-ending = --to : la terminaison du fichier dit comment il est écrit : .csv, .json ou .xlsx
usage-field-twice = `{ $field }` est donné plusieurs fois : lui donner une seule valeur
usage-id-or-key = un identifiant ou --key est attendu
usage-held-up = la commande a été retenue pendant { $s } s
usage-import = --import : { $file } : « { $why } »
usage-home = { $path } ne peut pas servir : seul ~/ est lu comme un répertoire personnel, le vôtre. Écrire le chemin en entier
usage-json = --{ $option } : « { $why } »
usage-key-used = cette clé est celle d’une autre écriture, qui est faite ; rien n’a été envoyé : une écriture nouvelle a une clé nouvelle
usage-key-taken = cette clé est celle d’une autre écriture, qui attend dans la file d’envoi sous le numéro { $id } ; rien n’a été envoyé
usage-keyring-entry = l’entrée du trousseau est inutilisable
usage-keyring-failed = le trousseau du système a échoué
usage-keyring-locked = le trousseau du système est verrouillé ou refuse l’accès
usage-keyring-nothing = le trousseau du système n’a pas de secret pour cette clé
usage-keyring-silent = le trousseau du système n’a pas répondu ; il attend peut-être d’être déverrouillé
usage-deletion-in-doubt = l’issue de sa suppression { $id } est inconnue : encours outbox retry { $id } le vérifie, encours outbox discard { $id } l’abandonne
usage-deletion-waits = sa suppression { $id } attend dans la file : encours outbox discard { $id } la reprend
usage-known-deleted = { $what } est supprimé : connu ici depuis { $date }
usage-kpi-in-data = `{ $key }` se met dans `kpi_snapshot`, pas dans `data`
usage-name-and-search = `name` (exact) et `search` (partiel) s’excluent : donner l’un des deux
usage-never-created = le deal que ceci modifie n’a jamais été créé, il n’y a donc rien à modifier ; l’écriture ne peut qu’être abandonnée
usage-no-answer = aucune réponse n’a pu être lue : « { $why } »
usage-no-base-url = aucun service n’est configuré. Donner --base-url (ou ENCOURS_BASE_URL), ou enregistrer une clé avec `encours login`, ou essayer avec --demo
usage-no-limits = { $field } n’a pas de seuils de la maison, donc pas de bandes : les donner sous [limits] dans config.toml, ou le comparer à un nombre
usage-no-home = ce compte n’a pas de répertoire personnel. Nommer les répertoires avec --config-dir et --data-dir
usage-no-key-id = aucune clé n’est configurée. Donner --key-id (ou ENCOURS_KEY_ID), ou enregistrer une clé avec `encours login`
usage-no-keyring = il n’y a pas de trousseau du système sur ce poste
usage-no-list = le service n’offre pas de liste : { $family }
usage-no-list-of-user = le service n’offre pas de liste : { $family }, ou il ne connaît pas l’utilisateur délégué
usage-no-profile = il n’y a pas de profil `{ $name }` dans { $file }. Il y a : { $known }
usage-no-profile-yet = il n’y a pas de profil `{ $name }` dans { $file }. Il n’y en a encore aucun
usage-no-secret = aucun secret n’a pu être lu : « { $why } »
usage-no-terminal = le plein écran a besoin d’un terminal ; une commande est attendue ici (encours --help)
usage-no-user = cette route agit pour un utilisateur délégué, et aucun n’est nommé : ajouter --as-user ID (ou mettre ENCOURS_AS_USER)
usage-me-unset = --query : « moi » n’est pas connu : taper « je suis Prénom Nom » dans la palette du plein écran, ou écrire me = ["Prénom Nom"] sous [settings] de config.toml
usage-no-view = --view : aucune vue enregistrée ne s’appelle `{ $name }` (connues : { $known })
usage-no-view-yet = --view : aucune vue enregistrée ne s’appelle `{ $name }` : il n’y en a pas encore
usage-not-watched = { $id } n’est pas suivi
usage-name-blank = --name est vide : un deal a besoin d’un nom dont on voie quelque chose
usage-journal-unknown = aucune écriture de { $id } n’est connue ici
usage-no-write = il n’y a pas d’écriture { $id } dans la file d’envoi
usage-write-damaged = l’écriture { $id } est endommagée sur ce poste et n’a pas été envoyée ; encours outbox list la montre, encours outbox discard { $id } l’abandonne
usage-write-newer = l’écriture { $id } vient d’une version plus récente, qui l’enverra ; elle n’a pas été envoyée cette fois
usage-writes-damaged = écritures endommagées sur ce poste et non envoyées : { $n } ({ $ids }) ; encours outbox list les montre, encours outbox discard { $ids } les abandonne
usage-temporary-id = `{ $id }` est le nom que ce poste donne à un deal que le service n’a pas encore créé ; rien n’a été envoyé. La création attend dans la file d’envoi (encours outbox list)
usage-list-lost = `{ $command }` : la liste lue le { $date } a été perdue avec l’historique de ce poste ; encours sync la relit
usage-list-lost-own = `{ $command }` : la liste lue le { $date } a été perdue avec l’historique de ce poste ; encours sync la relit. Vos écritures en attente à côté : { $n } (encours outbox list)
usage-lost-here = { $what } n’est plus dans la copie de ce poste, s’il y était : la liste lue le { $date } a été perdue avec l’historique ; encours sync la relit
usage-never-read = `{ $command }` : rien n’en a encore été lu sur ce poste
usage-never-read-own = `{ $command }` : rien n’en a encore été lu sur ce poste. Vos écritures qui attendent d’y être : { $n } (encours outbox list)
usage-not-here = { $what } n’est pas dans la copie de ce poste
usage-no-such-deal = { $what } n’est pas dans la liste des deals lue le { $date } ; cette liste était complète
usage-not-in-demo = `{ $command }` concerne de vraies clés ; --demo a la sienne
usage-header-user = { $header } ne se donne pas comme en-tête : utiliser --as-user { $id }
usage-history-unknown = rien n’est connu ici d’un deal { $id }
usage-offline = `{ $command }` interroge le service ; cela ne va pas avec --offline
usage-offline-write = --offline : rien n’a été envoyé
usage-other-service = l’adresse n’est pas sous { $base } ; la clé est pour ce service seul
usage-page-and-offset = `page` et `offset` ne vont jamais ensemble : une liste se parcourt par l’un ou par l’autre
usage-page-size = avec --paginate, `limit` est la taille d’une page : au moins 1
usage-paginate-get = --paginate suit les pages d’un GET
usage-parameter-twice = `{ $name }` est donné plusieurs fois
usage-parts = --{ $option } : un objet ou un tableau est attendu
usage-passphrase-nobody = personne ne peut être interrogé ici pour une phrase secrète : la donner dans { $variable }
usage-passphrases-differ = les deux phrases secrètes ne sont pas les mêmes ; rien n’a été enregistré
usage-profile-name = `{ $name }` ne peut pas être le nom d’un profil : lettres, chiffres, `-`, `_` et `.`, 64 au plus, sans `.` en tête
usage-query-text = les paramètres du chemin ne sont pas en UTF-8
usage-secret-empty = le secret donné est vide
usage-secret-file-empty = le fichier de secret { $file } est vide
usage-secret-file-lines = le fichier de secret { $file } a plus d’une ligne, ou des caractères de commande : un secret est une ligne de texte
usage-secret-lines = un secret est une ligne de texte ; ce qui a été donné en a plus, ou des caractères de commande
usage-secret-nobody = personne ne peut être interrogé ici : le donner avec --secret-stdin ou dans ENCOURS_SECRET
usage-secret-variable = le contenu de ENCOURS_SECRET est inutilisable : ce n’est pas du texte, ou rien que des fins de ligne ; la définir à nouveau, ou la retirer
usage-set = --set { $field }=… : « { $why } ». Un texte s’écrit entre guillemets droits : --set {"\u0027"}{ $field }="texte"{"\u0027"}
usage-sign-in-route = le client s’authentifie de lui-même, avec un nonce et une signature à lui ; voir `encours token`
usage-sort-field = --sort : aucun enregistrement n’a de champ `{ $field }`
usage-standard-input = { $what } n’a pas pu être lu sur l’entrée standard : « { $why } »
usage-no-copy = il n’y a pas de copie { $copy }. Il y a : { $known }
usage-settings = les réglages de { $file } ne peuvent pas être repris : « { $why } »
usage-unreadable = { $file } ne peut pas être lu : « { $why } »
usage-unwritable = { $file } ne peut pas être écrit (« { $why } ») ; rien n’a été changé
usage-unwritable-denied = { $file } ne peut pas être écrit : ce n’est pas permis ; rien n’a été changé
usage-unwritable-full = { $file } ne peut pas être écrit : il n’y a plus de place ; rien n’a été changé
usage-unwritable-is-a-folder = { $file } ne peut pas être écrit : un dossier s’y trouve ; rien n’a été changé
usage-unwritable-limit = { $file } ne peut pas être écrit : les fichiers ne peuvent pas être aussi grands ici (ulimit -f) ; rien n’a été changé
usage-unwritable-name = { $file } ne peut pas être écrit : ce nom n’y est pas possible ; rien n’a été changé
usage-unwritable-no-folder = { $file } ne peut pas être écrit : son dossier n’existe pas ; rien n’a été changé
usage-unwritable-not-a-folder = { $file } ne peut pas être écrit : une partie de son chemin n’est pas un dossier ; rien n’a été changé
usage-unwritable-read-only = { $file } ne peut pas être écrit : l’emplacement est en lecture seule ; rien n’a été changé
usage-value = { $name } ne peut pas être `{ $value }` : { $expected }
usage-variable = { $name } a une valeur inutilisable : attendu l’un de { $expected }
usage-view-bound = une mise à jour ne peut pas changer `{ $field }` : c’est celui de la vue gardée
usage-view-bytes = { $n } octets d’état, { $most } au plus sont permis
usage-view-columns = { $n } colonnes, { $most } au plus sont permises
usage-view-filter = `{ $key }` n’est pas un filtre d’une vue d’opérations ; il y a { $known }
usage-view-filters = { $n } clés de filtre, { $most } au plus sont permises
usage-view-name = le nom est vide
usage-view-order = `sort_order` est asc ou desc, pas { $order }
usage-view-sorts = { $n } clés de tri, { $most } au plus sont permises
usage-view-filters-shape = `filters` doit être un objet où chaque clé figure une seule fois
usage-view-columns-shape = `columns` doit être un tableau de noms
usage-view-sort-shape = `sort` doit être un objet avec `sort_by` et `sort_order`, ou un tableau de ces objets
usage-whole-number = `{ $name }` est un nombre entier
usage-no-text = { $file } ne contient pas de texte : enregistrez un classeur en CSV, une page en texte
usage-workbook = un classeur ne peut pas contenir cela (« { $why } ») ; rien n’a été écrit : essayer .csv
usage-write-behind = une écriture antérieure sur le même enregistrement n’est pas encore confirmée, et celle-ci attend derrière
usage-write-conflict = l’enregistrement a changé au service depuis cette écriture ; elle est gardée, mise de côté : encours outbox list montre les deux côtés, encours outbox retry { $id } l’envoie quand même, encours outbox discard { $id } laisse ce que le service contient
usage-write-given-up = cette écriture a été abandonnée dans une autre fenêtre d’Encours : elle n’a pas été faite
usage-write-gone = le deal est supprimé au service ; l’écriture est gardée, mise de côté : encours outbox retry { $id } recrée le deal avec elle, sous un autre identifiant et sans ses notes, encours outbox discard { $id } l’abandonne
usage-write-elsewhere = l’écriture est en cours d’envoi par une autre fenêtre d’Encours
usage-write-held = elle est gardée derrière l’écriture { $id } du même enregistrement, retenue jusqu’à { $until } pour pouvoir être annulée là où elle a été faite ; encours outbox retry { $id } envoie celle-là maintenant
usage-write-held-over = elle est gardée derrière l’écriture { $id } du même enregistrement, que la dernière session retenait quand elle s’est terminée et que la prochaine retiendra de nouveau ; encours outbox retry { $id } envoie celle-là maintenant
usage-write-identity = elle a été écrite pour { $who }, et partira quand cette identité sera revenue
usage-write-leaving = l’écriture { $id } est en cours d’envoi
usage-write-turn = une autre fenêtre d’Encours envoie ; elle enverra aussi cette écriture
usage-write-uncreated = le deal qu’elle concerne n’a pas encore été créé
usage-write-unsent = l’écriture n’a pas été envoyée ; elle est gardée et attend
usage-write-untold = une autre fenêtre d’Encours a terminé cette écriture sans dire comment : relire l’enregistrement pour voir si elle a été faite
cli-man-choices = [au choix : { $values }]
cli-man-commands = COMMANDES
cli-man-default = [par défaut : { $value }]
cli-man-description = DESCRIPTION
cli-man-globals = OPTIONS DE TOUTE COMMANDE
cli-man-keys = ACTIONS ET TOUCHES
cli-man-interrupt = Ctrl+C quitte d’abord un formulaire, et partout ailleurs le plein écran. Il reste en vigueur quelles que soient les touches données à « quit » dans config.toml, sauf s’il est donné nommément à une autre action.
cli-man-more = CODE DE RETOUR
cli-man-name = NOM
cli-man-synopsis = SYNOPSIS
cli-man-settings = CONFIG.TOML
cli-man-settings-where = Les réglages et les clés sont dans config.toml, dans le répertoire de configuration (--config-dir, ENCOURS_CONFIG_DIR) ; « encours doctor » dit où. Un nom inconnu est une erreur, avec sa ligne.
setting-accent = la couleur de ce qui agit, dans la fenêtre : un nom, ou toute couleur en #rrggbb, dont la clarté est ajustée jusqu’à ce que tout se lise ; le contraste élevé garde la sienne
setting-as-user = utilisateur délégué de /users/me/… (ENCOURS_AS_USER)
setting-ascii = bordures et signes du terminal en ASCII, quelle que soit sa locale (ENCOURS_ASCII=1 pour une fois)
setting-base-url = adresse du service, qui se termine par /v1 (ENCOURS_BASE_URL)
setting-credential-command = commande qui écrit une réponse de jeton en JSON, ou le secret sur une ligne
setting-currency = devise de l’entité, que le service ne nomme pas ; sans elle les montants restent nus
setting-default-profile = le profil pris sans --profile
setting-delegated-header = en-tête qui porte l’utilisateur délégué, si ce n’est pas celui du contrat
setting-extra-roots = fichiers PEM d’autorités de certification de plus, depuis le répertoire de config.toml
setting-history-days = combien de jours garder ce qui a été observé ; 0 : toujours
setting-key-id = identifiant public de la clé (ENCOURS_KEY_ID)
setting-keys = les touches de chaque action, partout ou, sous le nom d’un écran, sur lui seul
setting-lang = langue des libellés, des nombres et des dates (ENCOURS_LANG)
setting-linear = des lignes pour un lecteur d’écran au lieu de volets, dans le terminal (ENCOURS_LINEAR=1 pour une fois)
setting-me = les noms sous lesquels responsable:moi vous trouve
setting-mouse = si le plein écran suit la souris
setting-notify = les nouvelles notifications sur le bureau, tant que la fenêtre est derrière
setting-plain-spaces = des espaces ordinaires là où le français en a de fines, pour les terminaux qui les dessinent mal
setting-proxy = mandataire au lieu de celui du système ; jamais vers ce poste lui-même
setting-reason = pourquoi les deals entrent dans ce statut : true le demande en texte libre, une liste propose ses motifs ; gardé ici, jamais envoyé
setting-reason-required = si le déplacement attend qu’un motif soit donné
setting-ltv = les seuils de la maison pour la LTV : la dernière bonne valeur, puis la dernière en vigilance ; comme le service la donne, ou en pour cent entre guillemets
setting-ltc = de même pour la LTC
setting-debt-yield = de même pour le rendement de la dette, dont moins est pire : le plus haut d’abord
setting-dscr = de même pour la couverture du service de la dette, le plus haut d’abord
setting-icr = de même pour la couverture des intérêts, le plus haut d’abord
setting-pct-perte-estimee = de même pour la perte estimée
setting-risk-score-simple = de même pour le score de risque, qui n’en a pas sans cela : [50, 70] où un score élevé est pire, [70, 50] où un score bas l’est
setting-tolerance = de combien un indicateur peut s’écarter de ce que donnent les autres du même deal avant que ce soit dit
setting-order = les statuts dont les colonnes viennent d’abord, par code et dans cet ordre ; les autres suivent dans l’ordre habituel
setting-probability = vos probabilités d’aboutir, en pour cent et par code de statut, qui pondèrent le capital restant dû (le contrat n’en donne pas)
setting-reduced-motion = rien ne bouge de lui-même ; un moment est dit au lieu d’un décompte (ENCOURS_REDUCED_MOTION=1 pour une fois)
setting-requires = champs à remplir avant qu’un deal entre dans ce statut : responsable part vers le service, tout autre est gardé ici
setting-theme = couleurs du plein écran et de la fenêtre
cli-wait-absurd = le service demande d’attendre plus d’un jour ; un jour au plus est cru, puis une requête redemande
cli-wait-ours = le service n’a pas dit combien de temps attendre ; la durée donnée ici est celle de ce client
cli-wait-asked = le service a demandé de ne pas être appelé pour l’instant
cli-answer-page = la réponse est une page web ; elle vient d’un proxy ou d’un portail de connexion, pas du service
cli-answer-empty = la réponse est vide
cli-answer-type = la réponse se déclare { $type }, et non application/json
cli-answer-status = la réponse a le statut { $status } ; le contrat donne { $success }
cli-answer-redirect = les redirections ne sont pas suivies ; celle-ci mène à { $target }
list-does-not-advance = la liste n’avance pas : une page n’a rien apporté de nouveau avant la fin
list-does-not-end = la liste ne finit pas
shape-not-utf8 = le corps n’est pas du texte UTF-8
shape-not-json = le corps n’est pas du JSON
shape-too-deep = le corps est imbriqué trop profondément
shape-another = la réponse concerne un autre enregistrement : « { $field } » n’est pas celui demandé
shape-expected = attendu : { $kind ->
    [an-object] un objet
    [an-object-with-the-documented-fields] un objet avec les champs documentés
    [a-Postman-collection-or-an-OpenAPI-document] une collection Postman ou un document OpenAPI
    [an-array] un tableau
    [a-string] une chaîne
    [given-once] donné une seule fois
    [a-usable-identifier] un identifiant utilisable
    [one-usable-identifier] un identifiant utilisable, et un seul
    [a-number] un nombre
    [a-whole-number] un nombre entier
    [true-or-false] true ou false
    [an-object-of-whole-numbers] un objet de nombres entiers
    [an-object-or-an-array] un objet ou un tableau
    [visible-ASCII] en ASCII visible
    [at-most-16-KiB] de 16 Kio au plus
    [a-date-time] une date avec heure
   *[other] { $expected }
}
shape-field = le champ « { $field } » doit être { $kind ->
    [an-object] un objet
    [an-object-with-the-documented-fields] un objet avec les champs documentés
    [a-Postman-collection-or-an-OpenAPI-document] une collection Postman ou un document OpenAPI
    [an-array] un tableau
    [a-string] une chaîne
    [given-once] donné une seule fois
    [a-usable-identifier] un identifiant utilisable
    [one-usable-identifier] un identifiant utilisable, et un seul
    [a-number] un nombre
    [a-whole-number] un nombre entier
    [true-or-false] true ou false
    [an-object-of-whole-numbers] un objet de nombres entiers
    [an-object-or-an-array] un objet ou un tableau
    [visible-ASCII] en ASCII visible
    [at-most-16-KiB] de 16 Kio au plus
    [a-date-time] une date avec heure
   *[other] { $expected }
}
store-damaged = un fichier de ce profil est endommagé ; relancez Encours : il sera mis de côté, et son contenu sauvé ou relu
store-misplaced = { $file } contient ce qui appartient à { $holds } ; rien n’a été modifié : rendre leurs noms aux fichiers
store-odd = { $file } est inutilisable ({ $why }) ; rien n’a été modifié : déplacer ce qui s’y trouve
store-unread = le disque n’a pas rendu ce qui est gardé sur ce poste ({ $why }) ; rien n’a été modifié
store-newer = { $file } a été écrit par une version plus récente (format { $found }, celle-ci connaît { $known }) ; rien n’a été modifié, réinstallez cette version
store-not-a-directory = { $dir } n’est pas un répertoire ordinaire ; déplacez-le, ou nommez un autre répertoire avec --data-dir (ou ENCOURS_DATA_DIR)
store-not-ours = { $dir } appartient à un autre utilisateur de cet ordinateur ; nommez un autre répertoire avec --data-dir (ou ENCOURS_DATA_DIR)
store-closed = le répertoire { $dir } n’est pas ouvert en écriture
store-full-here = il n’y a plus de place sur le disque qui contient les données gardées ; libérez-en
store-limited-here = un fichier gardé ici ne peut pas devenir aussi grand (ulimit -f) ; relevez la limite
store-limited = les fichiers de { $dir } ne peuvent pas devenir aussi grands ici (ulimit -f)
store-full = il n’y a plus de place sur le disque qui contient { $dir }
usage-store = les données locales ne peuvent pas être gardées : « { $why } ». Nommer un autre répertoire avec --data-dir (ou ENCOURS_DATA_DIR)
cli-not-kept = Ce qui a été lu n’est pas gardé pour --offline : { $why }
cli-doctor-not-asked = non essayée : les envois sont en pause
cli-doctor-pause = Pause
cli-doctor-pause-until = après un 429 rien n’est envoyé avant le { $date }
cli-doctor-pause-do = Attendre jusque-là. Si le service répond déjà à d’autres : encours doctor --lift-pause. Un appel pendant une exclusion peut l’allonger.
cli-doctor-pause-lifted = levée : la prochaine requête le dira
cli-doctor-no-file = { $file } n’existe pas : options, environnement et valeurs par défaut comptent
cli-doctor-not-there = { $place } n’existe pas
cli-doctor-store-do = Nommer un répertoire à soi où l’on peut écrire : --data-dir ou ENCOURS_DATA_DIR.
cli-logout-keyring = Le trousseau du système n’a pas répondu ; un secret peut encore s’y trouver : { $why }
cli-place-command = credential_command
cli-place-file = fichier à phrase secrète
cli-place-keyring = trousseau du système
cli-place-none = aucun
cli-place-unknown = le trousseau ne le dit pas
value-type-text = texte
value-type-code = code
value-type-date = date
value-type-datetime = date et heure
value-type-decimal = décimal
value-type-integer = nombre entier
value-type-boolean = oui ou non
value-type-reference = référence
importance-required = obligatoire
importance-important = important
importance-optional = facultatif
field-source-manual = saisie
field-source-computed = calculée
field-source-taxonomy = taxonomie
field-source-kpi_snapshot = instantané financier
unit-fraction = fraction
unit-multiple = multiple
unit-points = points
origin-given = donné
origin-met = rencontré
entity-type-societe_gestion = société de gestion
cli-field-unit = Unité
cli-field-created-at = Créé le
cli-field-updated-at = Modifié le
cli-field-status-since = Dans ce statut depuis
cli-field-read-at = Lue le
cli-field-own-severity = Gravité
cli-field-due = Échéance
cli-field-city = Ville
cli-field-legal-form = Forme juridique
cli-field-date = Date
cli-field-troubled = Opérations en retard ou contentieux
cli-field-kyc-due = Dossiers KYC à revoir
cli-field-critical-alerts = Alertes critiques
cli-field-kyc = KYC valide
cli-field-isin = ISIN
cli-field-vintage = Millésime
cli-field-currency = Devise
cli-field-code = Code
cli-field-label-en = Libellé anglais
cli-field-rank = Rang
cli-field-operator = Opérateur
cli-field-spv = SPV
cli-field-type = Type
cli-field-layout = Disposition
cli-field-query = Filtre
cli-field-pinned = Épinglée
cli-mode-none = pas de liste
cli-not-asked = pas demandé
cli-discarded = Abandonné
cli-secret-removed = Secret retiré
cli-purged-field = Purgé
cli-net-name = le nom de l’hôte est introuvable : « { $why } »
cli-net-proxy = le proxy { $proxy }, défini dans { $from }, est injoignable : « { $why } »
cli-net-proxy-refuses = le proxy { $proxy }, défini dans { $from }, ne mène pas au service : « { $why } »
cli-net-proxy-sign-in = le proxy { $proxy } n’accepte pas le nom et le mot de passe donnés dans { $from }, ou en demande : les corriger là
cli-net-proxy-silent = pas de réponse à temps ; le chemin passe par le proxy { $proxy }, défini dans { $from }
cli-output-lost = la sortie standard n’accepte plus rien : « { $why } »
cli-net-tls-certificate = la connexion n’est pas sûre : le certificat du service ne peut pas être vérifié, comme lorsqu’il est signé par lui-même
cli-net-tls-client = la connexion n’est pas sûre : le service demande un certificat de ce poste, ou refuse celui qu’il a reçu
cli-net-tls-expired = la connexion n’est pas sûre : le certificat du service a expiré ; il doit être renouvelé, sauf si l’horloge de ce poste est fausse
cli-net-tls-garbled = la connexion n’est pas sûre : ce que dit l’autre bout est altéré, peut-être en chemin
cli-net-tls-host = la connexion n’est pas sûre : le certificat est pour { $names } et non pour cet hôte ; vérifier l’adresse du service
cli-net-tls-issuer = la connexion n’est pas sûre : ce poste ne connaît pas l’autorité qui a signé le certificat du service ; la vôtre se nomme dans extra_roots du profil
cli-net-tls-name = la connexion n’est pas sûre : rien n’est connu là-bas sous le nom de cet hôte ; vérifier l’adresse du service
cli-net-tls-no-host = la connexion n’est pas sûre : le certificat n’est pas pour cet hôte ; vérifier l’adresse du service
cli-net-tls-none = la connexion n’est pas sûre : l’autre bout ne montre aucun certificat
cli-net-tls-not-yet = la connexion n’est pas sûre : le certificat du service n’est pas encore valide ; vérifier l’horloge de ce poste
cli-net-tls-other = la connexion n’est pas sûre : elle n’a pas pu être établie avec l’autre bout
cli-net-tls-ended = la connexion n’est pas sûre : l’autre bout a raccroché avant TLS, et ne parle peut-être pas TLS ; vérifier le port dans l’adresse du service
cli-net-tls-plain = la connexion n’est pas sûre : l’autre bout ne parle pas TLS ; vérifier le port dans l’adresse du service
cli-net-tls-purpose = la connexion n’est pas sûre : ce certificat n’est pas celui d’un serveur ; il doit être remplacé
cli-net-tls-revoked = la connexion n’est pas sûre : le certificat du service a été révoqué ; le signaler au support du service
cli-net-tls-versions = la connexion n’est pas sûre : l’autre bout ne parle aucune version ni aucun chiffrement de TLS encore sûr
cli-net-ended = la connexion s’est terminée avant la réponse : « { $why } »
cli-net-silent = pas de réponse à temps : « { $why } »
cli-net-withheld = rien n’est demandé au service : --offline a été donné
cli-net-no-way = aucun réseau ne mène à cette adresse
cli-net-refused = rien n’accepte de connexion à cette adresse
cli-net-reset = l’autre bout a rompu la connexion avant la fin de la réponse
cli-net-none = pas de connexion : « { $why } »
first-start = Bienvenue. Aucun service n’est configuré sur ce poste.
first-start-again = Répondre 1, 2 ou 3, puis Entrée ; rien d’autre n’est compris ici.
first-start-demo = 1  démo : regarder autour de soi, sur des données d’exemple
first-start-leave = 3  quitter
first-start-login = 2  login : enregistrer une clé et s’en servir

## Export et évolution

action-export = Exporter
    .also = CSV, Excel, tableur, classeur, JSON, PDF, PNG, imprimer, rapport, télécharger, fichier, impression, sauvegarder, enregistrer sous, extraire, XLSX, image, sortie
    .about = { palette-words-deal }, liste, tableau, données, portefeuille, format, feuille
action-export-why = Écrire ce qui est affiché dans un fichier.
button-open = Ouvrir
button-open-folder = Ouvrir le dossier
button-browse = Parcourir…
button-export = Exporter
concentration = plus grande part { $share }, HHI { $value }
concentration-why = La part du code le plus fréquent dans le total, et l’indice de concentration de Herfindahl-Hirschman : la somme des carrés des parts, de 0 (dispersé) à 1 (un seul code)
drill-operations = Voir ces opérations dans l’explorateur
export-csv = CSV, point décimal
export-csv-spreadsheet = CSV pour tableur (BOM, séparateurs de la langue)
export-json = JSON, chiffres exacts
export-pdf = Rapport d’une page (.pdf)
export-png = Image des graphiques (.png)
export-xlsx = Classeur Excel (.xlsx)
field-export-form = Format
field-export-path = Fichier
form-export-deals-title = Exporter les deals affichés
form-export-drawn-note = Ce qui est affiché ici, mis en page ; les nombres sont arrondis comme à l’écran.
form-export-whole-note = Tout ce qui est lu ici ; les nombres gardent tous leurs chiffres.
form-export-deals-note = Le filtre et l’ordre sont ceux de l’écran, les colonnes celles du tableau ; les nombres gardent tous leurs chiffres.
form-export-note = Le filtre, l’ordre et les colonnes sont ceux de l’écran ; les nombres gardent tous leurs chiffres.
form-export-portfolio-title = Exporter le portefeuille
form-export-records-note = Les lignes que laisse le filtre, avec chaque champ envoyé ; les nombres gardent tous leurs chiffres.
form-export-records-title = Exporter les enregistrements affichés
form-export-selected-note = Toute la sélection, même ce que le filtre cache ; les colonnes sont celles du tableau, et les nombres gardent tous leurs chiffres.
form-export-selected-title = Exporter les deals sélectionnés
form-export-tasks-title = Exporter les tâches
form-path-empty = Le chemin du fichier ne peut pas être vide.
form-path-denied = L’écriture dans ce dossier n’est pas permise.
form-path-full = Il n’y a plus de place à cet endroit.
form-path-is-a-folder = Un dossier se trouve à ce chemin : ajouter un nom de fichier.
form-path-ending = Cet export écrit { $endings } et rien d’autre : changez la fin du nom.
form-path-name = Ce nom n’est pas possible à cet endroit.
form-path-no-folder = Le dossier de ce chemin n’existe pas.
form-path-not-a-folder = Une partie de ce chemin est un fichier, pas un dossier.
form-path-read-only = Cet emplacement est en lecture seule.
form-path-taken = Ce fichier existe. Confirmer encore pour le remplacer.
portfolio-head-note-currency = totaux du service, ressources supprimées exclues, devise choisie sur ce poste
reason-no-export = les fichiers s’écrivent avec la commande encours export
keys-clash = la touche `{ $key }` est donnée à deux actions, `{ $first }` et `{ $second }`. Donner une autre touche à l’une des deux.
keys-no-action = aucune action ne s’appelle `{ $name }`. Les noms sont dans le manuel (encours man, ACTIONS ET TOUCHES) et dans l’aide du plein écran (`?`, puis `/`).
keys-no-action-near = aucune action ne s’appelle `{ $name }`. Peut-être : { $near }. Tous les noms sont dans le manuel (encours man, ACTIONS ET TOUCHES) et dans l’aide du plein écran (`?`, puis `/`).
keys-no-key = `{ $action }` : `{ $key }` n’est pas une touche. Écrire `x`, `X`, `ctrl-x`, `shift-left`, `space`, `enter` ou `f1`.
keys-no-place = `{ $name }` ne nomme aucun écran. Les noms connus : { $known }.
keys-not-there = `{ $action }` ne fait rien dans `{ $place }`.
series-all = Tout afficher
series-hidden = hors graphique
series-hidden-short = hors tracé
series-hide = Retirer du graphique · Alt+clic : ne garder que cette série
series-key = { $name } sur le graphique
series-left-out = { $more ->
    [0] Hors graphique : { $names }
    [one] Hors graphique : { $names } et un autre
   *[other] Hors graphique : { $names } et { $more } autres
}
series-show = Remettre sur le graphique · Alt+clic : ne garder que cette série
show-charts = Voir en graphique
show-tables = Voir en tableau
table-date = Date
table-sum = Somme
toast-export-failed = Rien n’a été écrit : { $why }
total-unchanged = inchangé
trend-empty = Rien n’a encore été relevé ; la courbe commence à la première lecture.
trend-month = { $change } par rapport au { $date }
trend-month-from = par rapport au mois dernier : à partir du { $date }
trend-month-how = L’historique est celui de ce poste et commence à sa première lecture. Chaque lecture s’y ajoute, dans Encours ou par encours sync.
trend-month-same = inchangé par rapport au { $date }
trend-note = relevés de ce poste { $since }, axe à partir de { $from }
trend-note-once = { $since }, sur ce poste ; axe à partir de { $from }
trend-note-once-table = { $since }, sur ce poste
trend-note-table = relevés de ce poste { $since }
trend-spoken = { $label } – { $last }, { $change } { $since }
trend-spoken-once = { $label } – { $last }, { $since }
trend-spoken-same = { $label } – { $last }, inchangé { $since }
trend-statuses = Statuts
trend-statuses-spoken = Deals par statut { $since } : { $lines }
trend-title = Évolution
    .also = tendance, courbe, série, comparer, mois dernier
toast-open-failed = est là, mais n’a pas pu être ouvert : { $why }
toast-exported = { $n ->
    [0] écrit dans { $folder }
    [one] écrit dans { $folder }, { $n } ligne
   *[other] écrit dans { $folder }, { $n } lignes
}

## Fenêtre et bureau

delete-final = Retenue { $s } s, { $key } l’annule ; ensuite, sans retour.
delete-go = Supprimer
delete-keep = Garder
delete-title = Supprimer ce deal ?
hint-keep = garder
hint-keep-deal = garder le deal
hint-stay = rester
leave-conflicts = { $n ->
    [one] { $n } conflit attend votre décision ; il reste ici.
   *[other] { $n } conflits attendent votre décision ; ils restent ici.
}
leave-title-conflicts = { $n ->
    [one] { $n } conflit attend votre décision : quitter ?
   *[other] { $n } conflits attendent votre décision : quitter ?
}
leave-what-conflicts = Rien n’en est envoyé avant votre décision : tout reste sur ce poste, et reparaît au prochain lancement.
leave-plan = { $n ->
    [one] Le changement prévu de { $n } deal n’est pas lancé, et n’est pas gardé.
   *[other] Le changement prévu de { $n } deals n’est pas lancé, et n’est pas gardé.
}
leave-title-plan = { $n ->
    [one] Un changement de { $n } deal est prévu, pas encore lancé : quitter ?
   *[other] Un changement de { $n } deals est prévu, pas encore lancé : quitter ?
}
leave-what-plan = Un changement prévu n’est pas gardé : rester pour le lancer ou le fermer.
leave-forget = Quitter et oublier
leave-keep = Garder pour le prochain lancement, et quitter
leave-send = Envoyer maintenant, et quitter
leave-what = Rien n’est encore parti. Envoyée, une écriture est sans retour ; gardée, elle est retenue de nouveau au prochain lancement.
leave-what-waiting = Ce qui attend est gardé sur ce poste, et partira au prochain lancement dès que le service répond.
leave-what-both = Envoyé, ce qui est retenu est sans retour ; gardé, il l’est de nouveau au prochain lancement. Ce qui attend est gardé sur ce poste, et partira alors dès que le service répond.
leave-what-both-unsent = Rien ne peut partir pour l’instant. Ce qui est retenu le sera de nouveau au prochain lancement ; ce qui attend partira alors, dès que le service répond.
leave-what-unsent = Rien ne peut partir pour l’instant : ce qui est retenu est gardé sur ce poste, et retenu de nouveau au prochain lancement.
leave-title-both = { $n ->
    [one] { $n } écriture est encore retenue, { $waiting ->
        [one] { $waiting } attend
       *[other] { $waiting } attendent
    } le service : quitter ?
   *[other] { $n } écritures sont encore retenues, { $waiting ->
        [one] { $waiting } attend
       *[other] { $waiting } attendent
    } le service : quitter ?
}
leave-title-waiting = { $n ->
    [one] { $n } écriture attend encore le service : quitter ?
   *[other] { $n } écritures attendent encore le service : quitter ?
}
leave-title = { $n ->
    [one] { $n } écriture est encore retenue : quitter ?
   *[other] { $n } écritures sont encore retenues : quitter ?
}
left-waiting = { $n ->
    [one] { $n } écriture gardée dans la file, non envoyée
   *[other] { $n } écritures gardées dans la file, non envoyées
}
left-conflicts = { $n ->
    [one] { $n } écriture en conflit attend votre choix
   *[other] { $n } écritures en conflit attendent votre choix
}
left-refused = { $n ->
    [one] { $n } écriture refusée attend votre décision
   *[other] { $n } écritures refusées attendent votre décision
}
left-and = { " ; " }
left-see = { $what } : encours outbox list
toast-sent-since-opened = { $n ->
    [one] { $n } écriture qui attendait à l’ouverture est partie au service
   *[other] { $n } écritures qui attendaient à l’ouverture sont parties au service
}
toast-held-again = { $n ->
    [one] { $n } écriture gardée à la fin du programme
   *[other] { $n } écritures gardées à la fin du programme
}
toast-held-again-deletion = suppression gardée de la dernière session{ $others ->
    [0] {""}
    [one] {" "}(et { $others } autre écriture)
   *[other] {" "}(et { $others } autres écritures)
}
toast-held-again-deletions = { $deletions ->
    [one] { $n } écritures gardées de la dernière session, dont { $deletions } suppression
   *[other] { $n } écritures gardées de la dernière session, dont { $deletions } suppressions
}
kept-deletions-keep = { $n ->
    [one] Garder le deal
   *[other] Garder les deals
}
kept-deletions-title = { $n ->
    [one] { $n } suppression gardée de la dernière session : supprimer ?
   *[other] { $n } suppressions gardées de la dernière session : supprimer ?
}
kept-deletions-what = Rien n’est encore parti. Confirmé, c’est retenu { $s } s puis envoyé ; une fois envoyé, c’est sans retour.
leave-demo = La démo oublie tout en se fermant.
leave-stay = Rester
report-made = Établi le { $at }, totaux lus le { $read }
report-made-unread = Établi le { $at }, aucun total lu
passphrase-advised = 12 caractères ou plus conseillés : quatre mots sans lien entre eux.
passphrase-fair = Correcte : un mot de plus la rend forte.
passphrase-strong = Forte.
passphrase-weak = Faible : prenez-la plus longue, de plusieurs mots.
sign-in-base-url = Adresse du service, terminée par /v1
sign-in-do = L’administrateur du service donne l’adresse et la clé. Le secret va au trousseau de ce poste, ou, s’il n’en a pas, dans un fichier protégé par une phrase secrète ; nulle part ailleurs.
sign-in-do-no-keyring = L’administrateur du service donne l’adresse et la clé. Ce poste n’a pas de trousseau : le secret va dans un fichier protégé par une phrase secrète, et nulle part ailleurs.
sign-in-go = Se connecter
sign-in-incomplete = il manque un champ
sign-in-hide = Masquer
sign-in-kept-file = Fichier
sign-in-kept-key = Clé
sign-in-kept-read = { $file } : lu, encore fermé
sign-in-kept-service = Service
sign-in-kept-unread = { $file } : pas lu
sign-in-key-id = Identifiant public de la clé
sign-in-show = Afficher
sign-in-new-passphrase = Phrase secrète, si ce poste n’a pas de trousseau (facultatif)
sign-in-needed-passphrase = Phrase secrète, pour garder la clé sur ce poste
sign-in-passphrase = Phrase secrète
sign-in-secret = Secret de la clé, collé une seule fois
sign-in-title = Se connecter au service
sign-out-title = Se déconnecter de { $who } ?
sign-out-note = Le secret de la clé quitte ce poste. Ce qui a été lu y reste, et les écritures en attente aussi : elles partiront après la prochaine connexion avec cette clé.
sign-out-go = Se déconnecter
signed-out-what = Vous êtes déconnecté.
signed-out-do = Le secret de la clé a quitté ce poste ; ce qui a été lu et ce qui attend y restent.
sign-in-unlock = Ouvrir la clé gardée sur ce poste
start-use-key = Redonner la clé…
start-passphrase-do = La saisir ; elle n’est gardée nulle part.
start-passphrase-what = Le secret de cette clé est protégé par une phrase secrète.
toast-no-dialog = pas de dialogue de fichiers sur ce bureau ; saisir le chemin
notices-many = { $n ->
    [one] { $n } nouvelle notification
   *[other] { $n } nouvelles notifications
}
sign-in-address-do = Rien n’a été envoyé. Corriger l’adresse : elle commence par https:// et finit par /v1.
sign-in-address-what = Cette adresse ne peut pas servir.
sign-in-address-and-secret-do = Rien n’a été envoyé. Corriger l’adresse : elle commence par https:// et finit par /v1. Coller de nouveau le secret : une seule ligne et rien d’autre.
sign-in-address-and-secret-what = Ni cette adresse ni ce secret ne peuvent servir.
sign-in-answered-do = La clé a été présentée ; rien n’a été gardé sur ce poste. Vérifier l’adresse. Si elle est juste, recommencer, ou donner le message ci-dessous à l’administrateur du service.
sign-in-answered-what = Quelque chose a répondu à cette adresse, mais n’a pas ouvert de session pour cette clé.
sign-in-no-keyring-do = Rien n’a été envoyé. Donner ci-dessous une phrase secrète : elle protégera le secret.
sign-in-no-keyring-what = Ce poste n’a pas de trousseau qui puisse garder le secret.
sign-in-no-secret-do = Rien n’a été envoyé. Coller de nouveau le secret : une seule ligne et rien d’autre.
sign-in-no-secret-what = Ce secret ne peut pas servir.
sign-in-not-kept-do = Le service a accepté la clé, et rien n’y a été changé. Donner ci-dessous une phrase secrète, ou libérer l’emplacement nommé ici, puis se connecter de nouveau.
sign-in-not-kept-what = Le secret n’a pas pu être gardé sur ce poste.
sign-in-refused-do = La clé a été présentée et refusée ; rien n’a été gardé sur ce poste. Corriger l’identifiant ou le secret.
sign-in-refused-what = Le service a refusé cette clé.
sign-in-unanswered-do = Rien n’a été gardé sur ce poste. Vérifier l’adresse et le réseau, puis se connecter de nouveau.
sign-in-unanswered-what = Aucun service n’a répondu à cette adresse.
sign-in-wrong-passphrase-do = Rien n’a été envoyé. Saisir de nouveau la phrase secrète.
sign-in-wrong-passphrase-what = Cette phrase secrète n’a pas ouvert la clé gardée sur ce poste.
error-no-secret-do = L’enregistrer par encours login dans un autre terminal, puis actualiser ; ou redémarrer Encours avec ENCOURS_SECRET, ou avec un credential_command dans ce profil de config.toml.
error-no-secret-kept = Rien n’a été demandé au service.
error-no-secret-kept-read = Rien n’a été demandé au service ; ce qui a été lu reste lisible, les écritures attendent sur ce poste.
error-no-secret-what = Aucun secret utilisable pour cette clé.
error-no-user-do = En choisir un par « Agir pour un utilisateur… », dans la palette ; ou démarrer Encours avec --as-user, ou écrire as_user dans ce profil de config.toml.
error-no-user-kept = Rien n’a été demandé au service.
error-no-user-what = Ces listes sont celles d’un utilisateur, et aucun n’est nommé.
error-not-asked-do = Corriger la demande.
error-not-asked-kept = Rien n’a été envoyé.
error-not-asked-what = Cela ne peut pas être demandé au service.
foot-mean-short = moy.
number-outside = { $name } est hors de la plage que le service annonce : affiché tel que reçu, et laissé hors des moyennes
action-select-down = Étendre les cellules vers le bas
action-select-up = Étendre les cellules vers le haut
form-export-requests-title = Exporter les dernières requêtes de ce poste
form-export-changes-note = Tous les changements que laisse le filtre de leur liste, repliés compris.
form-export-changes-title = Exporter les changements depuis la dernière visite
form-export-writes-title = Exporter les dernières écritures de ce poste
action-select-down-why = Prendre dans la plage les cellules de la ligne du dessous.
action-select-up-why = Prendre dans la plage les cellules de la ligne du dessus.

# Le kanban trié, les cartes portées au clavier, les plages de cellules, les couloirs et les exports.
heat-slow = Lent
heat-stuck = Bloqué
stale-line = { $heat } : { $said } ({ $how })
stale-limit = { $heat } : plus de { $limit } au même statut
stale-compared = plus que { $share } des { $n } deals de ce statut dont l’ancienneté est connue
stale-bounds = ({ $n } autres connus seulement au minimum)
stale-history = historique depuis le { $date }
lane-slow = { $n ->
    [one] { $n } lent ou bloqué
   *[other] { $n } lents ou bloqués
}
bulk-lane-title = Déplacer vers { $status }, confier à { $owner }
toast-moving-back = retour demandé, pas encore appliqué
toast-moved-back-many = { $n ->
    [one] { $n } deal remis à sa place : l’ancienneté dans le statut repart de zéro
   *[other] { $n } deals remis à leur place : l’ancienneté dans le statut repart de zéro
}
toast-would-undo = déjà changé au service ; { $key } encore rétablit la valeur d’avant
toast-would-undo-many = { $n ->
    [one] { $n } changement est déjà au service ; { $key } encore l’annule
   *[other] { $n } changements sont déjà au service ; { $key } encore les annule
}
toast-would-move-back = déjà déplacé au service ; { $key } encore le remet, ancienneté à zéro
toast-would-move-back-many = { $n ->
    [one] { $n } deal est déjà déplacé au service ; { $key } encore le remet, ancienneté à zéro
   *[other] { $n } deals sont déjà déplacés au service ; { $key } encore les remet, ancienneté à zéro
}
toast-moved-back = remis à sa place : l’ancienneté dans le statut repart de zéro
export-age-days = Dans ce statut (jours)
export-age-bound = L’ancienneté est un minimum
export-after = Après
export-answer = Réponse HTTP
export-before = Avant
export-fault = Panne
export-file-deals = deals
export-file-records = enregistrements
export-file-selected = deals sélection
export-file-changes = changements
export-file-writes = écritures
export-named = { $name } : { $value }
export-subject = Objet
export-took = Durée (ms)
export-sheet-deals = Deals
export-total = Total
export-value = Valeur
export-code = Code
export-series = Série
export-at = Observé le
export-every-change = Tous les changements jusqu’au suivant
export-share = Part
export-largest-share = plus grande part
export-hhi = HHI
export-field = Champ
export-note = Remarque
foot-cells = { $n ->
    [one] { $n } cellule ({ $rows } × { $columns })
   *[other] { $n } cellules ({ $rows } × { $columns })
}
action-grab = Prendre la carte
    .also = glisser, attraper, déposer
    .about = { palette-words-deal }
action-grab-why = Prendre la carte : les flèches la portent vers une autre colonne ou un autre couloir, Entrée la pose, Échap la remet.
action-turn-order = Trier les cartes par le champ suivant
    .also = tri, ordre, classer, ordonner, ranger
    .about = { palette-words-deal }
action-turn-order-why = Ancienneté, nom, responsable, classe d’actif, chiffre affiché, encours.
action-reverse-order = Trier les cartes dans l’autre sens
    .also = inverser le tri, ordre inverse, croissant, décroissant
    .about = { palette-words-deal }
action-reverse-order-why = Trier par le même champ, depuis son autre bout.
action-select-left = Étendre les cellules à gauche
action-select-left-why = Prendre dans la plage les cellules de la colonne de gauche.
action-select-right = Étendre les cellules à droite
action-select-right-why = Prendre dans la plage les cellules de la colonne de droite.
grab-put-back = { $name }, remise à sa place
heard-undo = { $key } annule
grab-said = { $name }, prise : { $change }. Les flèches la portent, { $drop } la pose, { $back } la remet.
grab-said-short = { $change } · { $drop } la pose, { $back } la remet
grab-said-keys = Flèches, { $drop } la pose, { $back } la remet
grab-place = { $n ->
    [one] { $status }, place { $place } sur { $total }
   *[other] { $status }, places { $place } sur { $total }
}
grab-place-lane = { $n ->
    [one] { $status }, { $lane } : place { $place } sur { $total } dans ce couloir
   *[other] { $status }, { $lane } : places { $place } sur { $total } dans ce couloir
}
drag-class = La classe d’actif est donnée par le service : ce deal reste en { $class }
drag-lands = { $n ->
    [one] arrive en { $place } sur { $total }
   *[other] arrivent en { $place } sur { $total }
}
bulk-apply = Appliquer à { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
bulk-apply-deletion = Supprimer { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}

## Pour qui l’on agit

acting-for = pour { $user }
acting-key = la clé seule
acting-key-short = la clé
button-act-for = Agir pour lui
acting-refused = { $user }, refusé
acting-turning = pour { $user }, ouverture de { $next }…
acting-unknown = { $user }, inconnu
empty-no-user = Cette liste est celle d’un utilisateur, et aucun n’est choisi.
field-user = Identifiant de l’utilisateur
form-user-blank = L’identifiant commence ou finit par une espace.
form-user-control = L’identifiant contient un caractère qui ne peut pas être envoyé.
form-user-empty = Saisir l’identifiant d’un utilisateur.
form-user-long = L’identifiant dépasse 255 caractères.
form-user-note = Rien n’est encore envoyé. Le service dira s’il connaît l’utilisateur et laisse cette clé agir pour lui.
form-user-title = Agir pour un autre utilisateur
form-user-unknown = Personne de connu ici ne porte cet identifiant. Entrée encore une fois : il est pris tel quel.
leave-queue-stay = Rester avec { $user }
leave-queue-stays = { $n ->
    [one] Elle reste
   *[other] Elles restent
} dans la file de { $user } : rien n’en est envoyé tant qu’Encours n’agit pas de nouveau pour { $user }.
leave-queue-title = { $n ->
    [one] { $n } écriture n’est pas encore partie
   *[other] { $n } écritures ne sont pas encore parties
}
leave-queue-turn = { $n ->
    [one] La laisser
   *[other] Les laisser
} et agir pour { $next }
reason-being-opened = le magasin de l’identité choisie s’ouvre
reason-not-open-yet = rien n’est encore ouvert
toast-acts-already = Encours agit déjà pour { $user }
toast-acts-for = Encours agit maintenant pour { $user }
toast-acts-for-left = Encours agit maintenant pour { $user }. { $n ->
    [one] { $n } écriture reste
   *[other] { $n } écritures restent
} dans la file de { $before }
toast-turn-failed = Encours ne peut pas agir pour { $user } et agit toujours pour { $now } : { $why }
toast-turn-window = Une autre fenêtre agit pour { $user } et passe au premier plan ; celle-ci agit toujours pour { $now }
toast-user-unknown = Le service ne connaît pas l’utilisateur { $user }. Vérifier l’identifiant, ou agir pour quelqu’un d’autre
users-apart = Chacun a ses vues, ses préférences et sa file d’écritures ; les deals sont ceux de la clé.
users-named = configuré
users-now = en ce moment
users-other = Un autre utilisateur…
users-title = Agir pour un utilisateur
users-refused = refusé par le service
users-unknown = inconnu du service
users-waiting = { $n ->
    [0] aucune écriture en attente
    [one] { $n } écriture en attente
   *[other] { $n } écritures en attente
}
toast-sort-replaced = { $n } colonnes de tri au plus : plus de tri par { $column }
