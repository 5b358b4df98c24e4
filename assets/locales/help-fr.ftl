# L'aide de la ligne de commande en français. L'aide anglaise est à côté des arguments qu'elle décrit
# (tui/src/cli/args) ; un test parcourt les commandes et leurs arguments et refuse ce qui manque ici.
#
# Un message par commande, son chemin en un mot ; `.long` est son texte sous --help, `.after` ce qui suit.
# `.arg-NOM` décrit un argument, `.arg-NOM-long` sous --help. `choice-…` est une valeur possible, `value-…` un mot
# de ce qu'une option attend.

help-commands = Commandes
help-options = Options
help-arguments = Arguments
help-usage = Utilisation
help-command = COMMANDE
help-flag = Afficher l’aide
help-flag-more = Afficher l’aide (détails avec --help)
help-version = Afficher la version
help-default = [par défaut : { $value }]
help-choices = [valeurs possibles : { $values }]
help-choices-long = Valeurs possibles :

## Mots de ce qu'une option attend

value-class = CLASSE
value-column = COLONNE
value-columns = COLONNES
value-filter = FILTRE
value-link = LIEN
value-order = ORDRE
value-rows = LIGNES
value-statistic = STATISTIQUE
value-csv = CSV
value-duration = DURÉE
value-copy = COPIE
value-date = DATE
value-desc = DESC
value-dir = DOSSIER
value-field = CHAMP
value-file = FICHIER
value-format = FORMAT
value-id = ID
value-json = JSON
value-key = CLÉ
value-label = ÉTIQUETTE
value-lang = LANGUE
value-line = LIGNE
value-method = MÉTHODE
value-name = NOM
value-owner = RESPONSABLE
value-path = CHEMIN
value-profile = PROFIL
value-query = REQUÊTE
value-route = ROUTE
value-seconds = SECONDES
value-shell = SHELL
value-status = STATUT
value-statut = STATUT
value-table = TABLEAU
value-text = TEXTE
value-time = HEURE
value-times = FOIS
value-url = URL
value-value = VALEUR
value-when = QUAND

## Valeurs possibles

choice-table = Colonnes alignées, faciles à lire
choice-json = Le JSON du serveur, une liste en un tableau
choice-ndjson = Un objet JSON par ligne, à mesure que les pages arrivent
choice-csv = RFC 4180, avec un en-tête
choice-auto = Si le terminal les prend en charge
choice-always = Toujours
choice-never = Jamais
choice-fr = Français
choice-en = Anglais
choice-strict = Les routes documentées uniquement
choice-extended = Aussi les listes, les taxonomies et les KPI
choice-hostile = Avec des pannes simulées
choice-deals = Tous les deals du pipeline
choice-portfolio = Totaux et répartitions du portefeuille
choice-statuses = Entonnoir, conversion et durée dans chaque statut, une ligne par statut
choice-moves = Passages d’un statut à un autre
choice-weeks = Débit et deals par statut, semaine par semaine
choice-cycles = Durée entre la création d’un deal et son closing
choice-open = Deals ouverts avec leur ancienneté, comparée aux autres
choice-forecast = Closings à attendre sous 30, 60 et 90 jours
choice-class = Classe d’actif
choice-owner = Responsable

## Options de toute commande

globals = Options générales
    .arg-profile = Profil configuré à utiliser [env : ENCOURS_PROFILE] [par défaut : « default », s’il existe]
    .arg-base_url = Adresse du serveur, terminée par /v1 [env : ENCOURS_BASE_URL]
    .arg-base_url-long = Adresse du serveur, terminée par /v1 [env : ENCOURS_BASE_URL]

        « http: » est refusé, sauf si l’hôte est cet appareil (loopback).
    .arg-key_id = Identifiant public de la clé [env : ENCOURS_KEY_ID]
    .arg-key_id-long = Identifiant public de la clé [env : ENCOURS_KEY_ID]

        Le secret lui-même n’est jamais une option. Il vient de ENCOURS_SECRET, du credential_command du profil (qui
        affiche une réponse de jeton en JSON, ou le secret sur une ligne), du fichier à phrase secrète de la clé
        (déverrouillé avec ENCOURS_PASSPHRASE ou par vous) ou du trousseau du système (voir « encours login »).
    .arg-as_user = Utilisateur délégué de /users/me/... [env : ENCOURS_AS_USER]
    .arg-demo = Utiliser un serveur de démonstration intégré avec des données d’exemple, sans toucher à aucun profil [env : ENCOURS_DEMO=1]
    .arg-demo-long = Utiliser un serveur de démonstration intégré avec des données d’exemple, sans toucher à aucun profil [env : ENCOURS_DEMO=1]

        La démonstration ne lit que lang et plain_spaces dans config.toml. Avec --config-dir, elle utilise
        tout le [settings] de ce fichier.
    .arg-demo_deals = Nombre de deals de la démonstration [par défaut : 240]
    .arg-config_dir = Dossier de config.toml, au lieu de celui du système [env : ENCOURS_CONFIG_DIR]
    .arg-data_dir = Dossier des données locales, au lieu de celui du système [env : ENCOURS_DATA_DIR]
    .arg-format = Format de sortie [env : ENCOURS_FORMAT] [par défaut : table sur un terminal, json dans un tube]
    .arg-lang = Langue des tableaux, des messages et de l’aide [env : ENCOURS_LANG, puis LC_ALL, LC_MESSAGES et LANG]
    .arg-color = Couleurs [env : NO_COLOR, CLICOLOR_FORCE] [par défaut : auto]
    .arg-timeout = Durée maximale de tout l’appel, en secondes [par défaut : 30]
    .arg-request_id = X-Request-ID à envoyer au lieu d’un nouvel UUID
    .arg-offline = N’utiliser que les données locales, et mettre les modifications en file d’envoi
    .arg-verbose = Afficher des diagnostics sur la sortie d’erreur, deux fois pour en avoir plus. Jamais de secret
    .arg-log = Écrire les diagnostics dans un fichier [env : ENCOURS_LOG]
    .arg-strict = Code de retour 11, au lieu d’un avertissement, si une liste se termine avec moins d’enregistrements que le serveur n’en compte
    .arg-yes = Ne pas demander de confirmation

## Commandes

encours = Deals, portefeuille et notifications de l’API partenaire
    .long = Deals, portefeuille et notifications de l’API partenaire

        Sans commande, encours ouvre l’interface plein écran. Avec une commande, c’est un client pour les scripts : les
        résultats sur la sortie standard, tout le reste sur la sortie d’erreur, et un code de retour qui indique le
        résultat. Les modifications encore annulables quand l’interface se ferme restent dans la file d’envoi. Le délai
        d’annulation repart de zéro au prochain lancement.
    .after = Code de retour :
          0  fait                      6  conflit (409)
          1  imprévu, non confirmé     7  non valide (400, 422, 428)
          2  usage, configuration      8  en attente : modification enregistrée dans la file d’envoi
          3  authentification          9  débit limité au-delà de --timeout : non enregistrée
          4  interdit (403)           10  serveur injoignable, en lecture
          5  introuvable (404)        11  protocole : réponse non permise par le contrat
                                      12  stockage : un fichier local est endommagé ou illisible
                                     130  interrompu

        L’interface utilise [settings] de config.toml. Variables pour une seule exécution :
          ENCOURS_ASCII=1           bordures et symboles en ASCII
          ENCOURS_LINEAR=1          texte linéaire pour les lecteurs d’écran
          ENCOURS_REDUCED_MOTION=1  aucune animation
        Tous les réglages et toutes les touches : encours man

        Pour essayer sans compte :
          encours --demo deals list --status ic

login = Vérifier une clé auprès du serveur, puis enregistrer son secret dans le trousseau du système
    .arg-secret_stdin = Lire le secret sur l’entrée standard au lieu de le demander
    .arg-passphrase_file = Enregistrer le secret dans un fichier protégé par une phrase secrète, au lieu du trousseau du système
    .arg-passphrase_file-long = Enregistrer le secret dans un fichier protégé par une phrase secrète, au lieu du trousseau du système

        La phrase secrète est lue dans ENCOURS_PASSPHRASE, ou demandée. Sans trousseau, un fichier est toujours utilisé.

    .arg-encrypt = Chiffrer toutes les données locales de cette clé. La clé aléatoire est enregistrée là où est le secret
    .arg-encrypt-long = Chiffrer toutes les données locales de cette clé. La clé aléatoire est enregistrée là où est le secret

        Si le secret est enregistré, rien n’est demandé ni envoyé. Fermez d’abord les autres fenêtres et commandes du profil.
    .arg-decrypt = Déchiffrer les données locales de cette clé

logout = Supprimer le secret enregistré du profil
    .arg-purge = Supprimer aussi le profil et toutes ses données locales

purge = Supprimer les données locales du profil, en restant connecté
    .long = Supprimer les données locales du profil, en restant connecté

        Les modifications en attente, les notes et l’historique sont perdus, et plus rien n’est lisible sur cet appareil.
    .arg-leftovers = Supprimer seulement ce qui ne sert plus : fichiers mis de côté, copies, parties libérées des bases

profiles = Lister les profils configurés

token = Afficher la réponse de jeton, sans le jeton lui-même
    .arg-reveal = Afficher la réponse complète, avec le jeton

entity = Afficher l’entité à laquelle la clé appartient

portfolio = Afficher les totaux du portefeuille
    .arg-as_of = Les totaux que cet appareil avait enregistrés à la fin de ce jour, ou à cet instant. N’envoie aucune requête

deals = Travailler avec les deals du pipeline

deals-list = Lister les deals
    .arg-status = Seulement les deals de ce statut (répétable)
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>65% » (charge tout le pipeline)
    .arg-view = Filtre et ordre d’une vue enregistrée sur cet appareil (charge tout le pipeline)
    .arg-columns = Seulement ces champs, dans cet ordre, comme « name,status,ltv,age »
    .arg-sort = Trier par un champ (charge tout le pipeline)
    .arg-group_by = Sous-totaux par statut, classe ou responsable, comme « status,class », au lieu des deals. « --columns » nomme alors les nombres à additionner (charge tout le pipeline)
    .arg-limit = Nombre maximal de deals
    .arg-offset = Nombre de deals à sauter
    .arg-all = Tous les deals, pas seulement la première page du serveur
    .arg-as_of = Les deals tels que cet appareil les connaissait à la fin de ce jour, ou à cet instant. N’envoie aucune requête

deals-frequency = Valeurs d’une colonne, avec le nombre et la part des deals
    .arg-column = Colonne, comme « owner », « class » ou « ltv »
    .arg-status = Seulement les deals de ce statut (répétable)
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>65% »
    .arg-view = Filtre et ordre d’une vue enregistrée sur cet appareil (charge tout le pipeline)
    .arg-as_of = Les deals tels que cet appareil les connaissait à la fin de ce jour, ou à cet instant. N’envoie aucune requête

deals-describe = Couverture, quartiles, moyenne et somme de chaque colonne
    .arg-status = Seulement les deals de ce statut (répétable)
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>65% »
    .arg-view = Filtre et ordre d’une vue enregistrée sur cet appareil (charge tout le pipeline)
    .arg-as_of = Les deals tels que cet appareil les connaissait à la fin de ce jour, ou à cet instant. N’envoie aucune requête

deals-pivot = Un nombre selon les valeurs de deux colonnes, avec les totaux
    .arg-rows = Colonne dont les valeurs sont les lignes : status, class ou owner
    .arg-columns = Colonne dont les valeurs sont les colonnes : status, class ou owner
    .arg-figure = Nombre des cellules, comme « crd_total » ou « ltv:median » ; sinon, le nombre de deals
    .arg-status = Seulement les deals de ce statut (répétable)
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>65% »
    .arg-view = Filtre et ordre d’une vue enregistrée sur cet appareil (charge tout le pipeline)
    .arg-as_of = Les deals tels que cet appareil les connaissait à la fin de ce jour, ou à cet instant. N’envoie aucune requête

deals-show = Afficher un deal
    .arg-id = Identifiant du deal
    .arg-as_of = Le deal tel que cet appareil le connaissait à la fin de ce jour, ou à cet instant. N’envoie aucune requête

deals-compare = Afficher de deux à quatre deals côte à côte, un champ par ligne
    .arg-ids = Identifiants des deals

deals-create = Créer un deal
    .arg-name = Nom du deal
    .arg-status = Code de statut
    .arg-classe_actif = Code de classe d’actif
    .arg-responsable = Responsable
    .arg-set = Un autre champ, avec sa valeur en JSON, comme « decote=0.15 »
    .arg-idempotency_key = Idempotency-Key à envoyer au lieu d’une nouvelle : la même clé ne crée qu’un deal

deals-update = Modifier des champs d’un deal, sans toucher aux autres
    .arg-id = Identifiant du deal
    .arg-status = Nouveau code de statut
    .arg-responsable = Nouveau responsable
    .arg-set = Un autre champ, avec sa valeur en JSON, comme « decote=0.15 »
    .arg-null = Champ à mettre à null, ce qui n’est pas la même chose que de l’omettre

deals-delete = Supprimer des deals
    .arg-ids = Identifiants des deals

deals-import = Créer et modifier des deals depuis les lignes d’une feuille de calcul
    .arg-file = Fichier CSV ou XLSX, avec les noms des colonnes à sa première ligne
    .arg-dry_run = Afficher le plan de chaque ligne, sans rien écrire
    .arg-map = Champ d’une colonne : id, name, status, classe_actif ou responsable, ou « - » pour la laisser de côté. L’import suivant reprend les mêmes champs
    .arg-sheet = Feuille du classeur, au lieu de la première
    .arg-accept = Écrire ces lignes à vérifier telles quelles
    .arg-again = Écrire aussi les lignes qu’un import précédent du même fichier a écrites
deals-notes = Lister les notes d’un deal
    .arg-id = Identifiant du deal
    .arg-all = Toutes les notes, pas seulement la première page du serveur

deals-views = Lister les vues de deals enregistrées sur cet appareil, ou les exporter et les importer en texte
    .arg-export = Afficher toutes les vues en texte, pour « --import »
    .arg-import = Importer des vues d’un fichier, ou de l’entrée standard avec « - », en remplaçant celles du même nom

tasks = Travailler avec les tâches du kanban

tasks-list = Lister les tâches, si le serveur en propose la liste
    .arg-filter = Mots, « status:CODE » et « priority:MOT » ; tous doivent correspondre
    .arg-mine = Seulement les tâches dont le responsable porte un de vos noms (« me » dans config.toml)
    .arg-sort = Ordre : par échéance, priorité ou deal

tasks-update = Passer une tâche dans un autre statut
    .arg-id = Identifiant de la tâche
    .arg-statut = Code du nouveau statut, comme « prep »

watch = Suivre des identifiants, pour les serveurs qui n’offrent pas de liste
    .arg-ids = Identifiants, ou adresses qui les contiennent
    .arg-from = Lire les identifiants dans un fichier (ou « - » pour l’entrée standard) : une liste, un e-mail, un CSV avec une colonne « id », ou du JSON
    .arg-from-long = Lire les identifiants dans un fichier (ou « - » pour l’entrée standard) : une liste, un e-mail, un CSV avec une colonne « id », ou du JSON

        Les UUID sont trouvés partout, même dans un e-mail ou du HTML. Les autres identifiants doivent être seuls sur une ligne ou dans une colonne « id ». Ce qui a été trouvé et ce qui a été ignoré est affiché avant tout suivi.

unwatch = Ne plus suivre des identifiants
    .arg-ids = Identifiants

watched = Lister les identifiants suivis et la dernière réponse du serveur pour chacun

views = Travailler avec les vues enregistrées de l’utilisateur délégué

views-list = Lister les vues enregistrées de l’utilisateur délégué, si le serveur offre une liste

views-update = Modifier des champs d’une vue enregistrée, sans toucher aux autres
    .arg-id = Identifiant de la vue
    .arg-name = Nouveau nom
    .arg-default = Ouvrir cette vue en premier
    .arg-filters = Filtres, en JSON, envoyés tels quels
    .arg-columns = Colonnes, en JSON, envoyées telles quelles
    .arg-sort = Tri, en JSON, envoyé tel quel

dashboards = Travailler avec les tableaux de bord de l’utilisateur délégué

dashboards-show = Afficher un tableau de bord de l’utilisateur délégué
    .arg-id = Identifiant du tableau de bord

alert-preferences = Afficher les préférences d’alerte de l’utilisateur délégué

fields = Travailler avec les définitions des champs métier

fields-show = Afficher une définition de champ, par identifiant ou par clé
    .arg-id = Identifiant de la définition de champ
    .arg-key = Clé métier du champ, comme « noi »

fields-list = Lister les définitions de champs

alerts = Travailler avec les alertes

alerts-show = Afficher une alerte
    .arg-id = Identifiant de l’alerte

notifications = Travailler avec les notifications

notifications-list = Lister les notifications : la liste du serveur s’il en offre une, sinon celles qui sont suivies
    .arg-unread = Seulement les notifications non lues
    .arg-follow = Continuer : un objet JSON par ligne pour chaque notification nouvelle ou modifiée

notifications-show = Afficher une notification, sans la marquer comme lue
    .arg-id = Identifiant de la notification

notifications-read = Marquer des notifications comme lues
    .arg-ids = Identifiants des notifications

api = Appeler une route quelconque de l’API, authentifié
    .arg-method = GET, POST, PUT, PATCH ou DELETE
    .arg-path = Chemin sous l’adresse du serveur, comme /deals
    .arg-query = Paramètre de requête (répétable)
    .arg-body = Corps de la requête : du JSON, @FICHIER, ou - pour l’entrée standard
    .arg-header = En-tête de la requête (répétable)
    .arg-paginate = Charger toutes les pages d’une liste et les afficher comme une seule
    .arg-paginate-long = Charger toutes les pages d’une liste et les afficher comme une seule

        « --query limit=N » fixe la taille des pages, « --query offset=N » le point de départ. Pour une liste à pages
        numérotées, « --query page=N » fixe la première page.

routes = Afficher les listes que le serveur offre, et comment cela a été établi
    .arg-probe = Interroger le serveur : sa description, puis un enregistrement de chaque liste qu’elle ne nomme pas. N’envoie jamais de modification. Oublie les routes absentes trouvées auparavant
    .arg-rights = Afficher plutôt la dernière réponse de chaque route à cette clé

sync = Mettre à jour les données locales et afficher ce qui a changé

history = Afficher les changements de statut enregistrés sur cet appareil
    .arg-id = Seulement ce deal
    .arg-since = Seulement les changements enregistrés depuis cette date, comme 2026-11-20 ou 2026-11-20T08:00:00Z ; avec --net, depuis sa fin
    .arg-until = Seulement les changements enregistrés jusqu’à cet instant, ou jusqu’à la fin de ce jour
    .arg-net = La différence entre les fins des deux dates : ce qui a bougé, ce qui est nouveau, supprimé ou modifié, par champ
    .arg-all = Tous les changements de tous les champs, avec les deals nouveaux et supprimés, pas seulement le statut
    .arg-follow = Continuer : un objet JSON par ligne pour chaque nouveau changement, jusqu’à interruption

check = Trouver les deals dont les indicateurs se contredisent, sont hors plage ou dépassent vos seuils
    .arg-query = Seulement les deals qui correspondent, comme « status:ic »
    .arg-view = Seulement les deals d’une vue enregistrée sur cet appareil

find = Trouver par leur nom deals, notifications, tâches, opérations, opérateurs, champs et autres
    .arg-text = Mots que le nom contient, dans n’importe quel ordre

flow = Afficher le parcours des deals dans les statuts, d’après les mouvements enregistrés sur cet appareil
    .arg-show = Tableau à afficher
    .arg-since = Seulement ce qui s’est passé depuis cette date, comme 2026-11-20 ou 2026-11-20T08:00:00Z
    .arg-by = Des chiffres séparés par classe d’actif ou par responsable

open = Ouvrir l’interface plein écran sur un deal ou une vue enregistrée
    .arg-link = Par exemple encours://deal/ID ou encours://view/NOM ; « Y » le propose dans l’interface et la fenêtre

export = Exporter les deals ou le portefeuille dans un fichier : CSV, JSON ou classeur Excel
    .arg-what = Données à exporter
    .arg-to = Fichier à écrire : son extension fixe le format. Un fichier existant n’est remplacé qu’avec --yes
    .arg-to-long =
        Fichier à écrire : son extension fixe le format. Un fichier existant n’est remplacé qu’avec --yes

        Le fichier est écrit en entier ou pas du tout. CSV et classeur ont une colonne par indicateur, avec les dates et heures dans votre fuseau horaire. JSON contient ce que le serveur a envoyé. Les pages PDF et les images PNG se font uniquement dans la fenêtre.
    .arg-query = Seulement les deals qui correspondent, comme « classe:bureaux ltv>65% »
    .arg-view = Filtre, ordre et colonnes d’une vue enregistrée sur cet appareil
    .arg-columns = Seulement ces champs, dans cet ordre, comme « name,status,ltv,age »

followups = Gérer les relances des deals : une date et une ligne de texte, enregistrées sur cet appareil

followups-list = Lister les relances, les plus urgentes d’abord
    .arg-all = Aussi celles qui sont faites
    .arg-ics = Afficher un fichier iCalendar, un événement d’une journée par relance en cours

followups-set = Fixer ou déplacer la relance d’un deal
    .arg-id = Identifiant du deal
    .arg-date = Jour : 2026-12-12, 12/12, demain, lundi ou +3j
    .arg-text = Ligne de texte

followups-done = Marquer la relance de deals comme faite
    .arg-ids = Identifiants des deals

followups-remove = Retirer la relance de deals
    .arg-ids = Identifiants des deals

notes = Gérer les notes privées sur les deals, enregistrées sur cet appareil

notes-list = Lister les notes privées sur les deals, les plus récentes d’abord
    .arg-id = Identifiant d’un deal

notes-add = Ajouter une note privée à un deal
    .arg-id = Identifiant du deal
    .arg-text = Texte

notes-set = Écrire une note privée d’un deal, à la place d’une précédente
    .arg-id = Identifiant du deal
    .arg-text = Texte
    .arg-written = La note écrite à ce moment, voir « written_at » ; par défaut, la note sans heure

notes-remove = Supprimer les notes privées de deals
    .arg-ids = Identifiants des deals
    .arg-written = Seulement la note écrite à ce moment, voir « written_at »

stars = Gérer les deals avec étoile, enregistrés sur cet appareil

stars-list = Lister les deals avec étoile

stars-add = Ajouter une étoile à des deals
    .arg-ids = Identifiants des deals

stars-remove = Retirer l’étoile de deals
    .arg-ids = Identifiants des deals

labels = Gérer les étiquettes des deals, enregistrées sur cet appareil

labels-list = Lister les deals avec des étiquettes
    .arg-label = Seulement les deals avec cette étiquette

labels-add = Ajouter une étiquette à des deals
    .arg-label = Étiquette, ou plusieurs séparées par des virgules
    .arg-ids = Identifiants des deals

labels-remove = Retirer une étiquette de deals
    .arg-label = Étiquette, ou plusieurs séparées par des virgules
    .arg-ids = Identifiants des deals ; par défaut, tous les deals avec l’étiquette

rules = Consulter les règles de config.toml et vos abonnements

rules-list = Lister les règles et les abonnements, avec le nombre de deals à la dernière évaluation

rules-check = Vérifier les règles de config.toml

encours-watch = Afficher ce que règles et abonnements déclenchent, un objet JSON par ligne, jusqu’à interruption
    .long = Afficher ce que règles et abonnements déclenchent, un objet JSON par ligne, jusqu’à interruption

        La commande se synchronise comme l’interface, et envoie aussi les modifications en attente.
    .arg-rule = Seulement ce que cette règle déclenche
    .arg-view = Seulement les entrées et sorties de cette vue ou de ce filtre, si vous y êtes abonné
    .arg-once = S’arrêter après une synchronisation des deals
    .arg-duration = S’arrêter après cette durée : 90s, 10m ou 1h30m

pack = Écrire un dossier de comité : une page par deal, depuis les données locales
    .arg-ids = ID des deals
    .arg-view = Deals d’une vue enregistrée sur cet appareil, dans son ordre
    .arg-to = Fichier à écrire : son extension fixe le format. Un fichier existant n’est remplacé qu’avec --yes
outbox = Consulter les modifications en attente et refusées, les renvoyer ou les abandonner

outbox-list = Lister les modifications en attente et refusées
    .arg-follow = Continuer : un objet JSON par ligne pour chaque modification nouvelle, dans un autre état ou retirée

outbox-retry = Envoyer des modifications maintenant (toutes si aucun numéro n’est indiqué)
    .arg-ids = Numéros des modifications, comme « outbox list » les affiche

outbox-discard = Abandonner des modifications, sans annulation possible en ligne de commande
    .arg-ids = Numéros des modifications, comme « outbox list » les affiche

outbox-journal = Afficher chaque modification faite sur cet appareil : avant, après, clé, identifiant de requête, issue
    .arg-id = Seulement les modifications de cet enregistrement
    .arg-since = Seulement les entrées depuis cette date
    .arg-requests = Afficher plutôt le journal des requêtes : méthode, chemin, code, identifiant et durée de chaque requête

config = Consulter et modifier les réglages de config.toml

config-list = Lister tous les réglages : valeur, défaut, origine et effet
    .arg-changed = Seulement les réglages qui diffèrent du défaut

config-get = Afficher un réglage
    .arg-key = Clé du réglage, par exemple « theme » ou « pipeline.entry.lost.reason »

config-set = Modifier un réglage ; les commentaires du fichier restent
    .arg-key = Clé du réglage, par exemple « theme » ou « pipeline.entry.lost.reason »
    .arg-value = Nouvelle valeur : un mot, un nombre, une liste avec des virgules, ou du TOML

config-unset = Retirer un réglage du fichier : son défaut s’applique
    .arg-key = Clé du réglage, par exemple « theme » ou « pipeline.entry.lost.reason »

settings = Exporter, importer ou restaurer vos notes, vues et autres réglages enregistrés sur cet appareil

settings-export = Afficher notes, étoiles, reports, vues, brouillons, noms, identifiants suivis et largeurs de colonnes en texte, pour « import »

settings-import = Importer ce que « export » a affiché
    .arg-file = Le fichier, ou « - » pour l’entrée standard
    .arg-replace = Remplacer les éléments qui diffèrent sur cet appareil, après les avoir enregistrés dans une copie
    .arg-dry_run = Montrer seulement ce qui arriverait à chaque élément

settings-copies = Lister les copies quotidiennes

settings-restore = Restaurer depuis une copie les éléments qui manquent
    .arg-copy = Copie à utiliser, comme « settings copies » l’affiche [par défaut : la plus récente qui contient un élément manquant]
    .arg-replace = Remplacer les éléments qui diffèrent sur cet appareil, après les avoir enregistrés dans une copie
    .arg-dry_run = Montrer seulement ce qui arriverait à chaque élément

doctor = Vérifier configuration, secret, données locales, horloge, serveur et droits, et proposer des solutions
    .arg-lift_pause = Lever la pause (429) de cette clé sur cet appareil, puis vérifier
    .arg-deep = Vérifier toutes les données locales, quelle que soit leur taille
    .arg-repair = Mettre de côté les données locales endommagées, récupérer ce qui est lisible et recharger le reste

sandbox = Lancer un serveur de test local sur loopback, jusqu’à interruption
    .arg-port = Port de 127.0.0.1, 0 pour n’importe quel port libre
    .arg-deals = Nombre de deals [par défaut : 240]
    .arg-seed = Graine des données : la même graine donne les mêmes octets [par défaut : 1]
    .arg-sandbox_profile = Type de serveur
    .arg-data = Enregistrer l’état du serveur dans ce fichier SQLite [par défaut : en mémoire]
    .arg-sandbox_key_id = Identifiant de l’unique clé d’API [par défaut : généré]
    .arg-secret_file = Fichier du secret de la clé [par défaut : généré, dans un fichier temporaire privé]
    .arg-scopes = Droits de la clé, comme deals:read,entity:read [par défaut : tous]
    .arg-users = Utilisateurs délégués autorisés pour la clé [par défaut : ceux de l’exemple]
    .arg-capabilities = Capacités de la clé [par défaut : toutes]
    .arg-token_lifetime = Durée de vie d’un jeton, en secondes
    .arg-clock_skew = Décalage d’horloge maximal d’une signature, en secondes
    .arg-rate_limit = Requêtes par seconde avant que le serveur réponde 429, 0 pour aucune limite [par défaut : 0, 20 dans le profil hostile]
    .arg-live = Simuler d’autres utilisateurs : des deals bougent, des notifications arrivent
    .arg-now = Horloge fixe, pour des réponses reproductibles [par défaut : celle du système]
    .arg-fault = Panne à simuler (répétable)
    .arg-open = Lacune du contrat à fixer, comme clamp_limit=true (répétable)

completions = Afficher un script de complétion pour le shell
    .arg-shell = Shell à compléter

man = Afficher la page de manuel

schema = Afficher le JSON Schema d’une sortie, ou les noms de tous
    .arg-name = Nom, comme outbox ; le schéma est celui d’une ligne NDJSON ou d’un élément d’une liste JSON
